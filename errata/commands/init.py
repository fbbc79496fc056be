"""`rawcheck init` on the command line."""

from __future__ import annotations

import click

from errata.terminal import write


@click.command()
@click.argument("path", default=".", metavar="[PATH]", type=click.Path())
@click.option("--force", is_flag=True, help="Write it even if there is one.")
def init(path: str, force: bool) -> None:
    """Write a rawcheck.toml with every table that was recognised.

    Each table stands there with its place and the rule it was taken for, so that a wrong guess can be corrected
    once. From then on those tables are checked whatever their values become; all else is comments.
    """
    from errata import starting as command

    write(command.init(path, force), None)
