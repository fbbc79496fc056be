"""`rawcheck site` on the command line."""

from __future__ import annotations

import click

from errata.terminal import progress, write

EXAMPLES = """\b
Examples:
  rawcheck site public vtt-one vtt-two vtt-three
"""


@click.command(no_args_is_help=True, epilog=EXAMPLES)
@click.argument("folder", metavar="DIR", type=click.Path())
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path())
@click.option("--force", is_flag=True, help="Write there even if DIR holds something else.")
@click.option("--tests", is_flag=True, help="Read the tests of the codebases too.")
@click.option("--no-cache", is_flag=True, help="Read everything again, whatever was found before.")
def site(folder: str, paths: tuple[str, ...], force: bool, tests: bool, no_cache: bool) -> None:
    """Write a small static site: a page for each codebase, side by side.

    DIR is made if need be. Its index.html sets the rules of all codebases side by side, and each value that
    departs from the book leads to its finding. It needs no network, and can be published as it is. It exits with 0
    whatever is found.
    """
    from errata import site as command

    write(command.site(folder, paths, force, tests, not no_cache, progress), None)
