"""`rawcheck pdf` on the command line."""

from __future__ import annotations

from typing import Any

import click

from errata.commands import colour, fail_on, form, level, output
from errata.terminal import coloured, progress, say, secret, width, write

EXAMPLES = """\b
Examples:
  rawcheck pdf high-guard.pdf
  rawcheck pdf --book HG=hg.pdf --book CRB=core.pdf --attest seen.json
  rawcheck pdf high-guard.pdf --show ship/turret-weapons --output page.png
"""


@click.command(no_args_is_help=True, epilog=EXAMPLES)
@click.argument("books", nargs=-1, metavar="[BOOK]...", type=click.Path())
@click.option("--book", "named", multiple=True, metavar="HG=PATH", help="A book, and which it is: HG or CRB.")
@click.option("--password", help="The password of an encrypted book; '-' asks for it, or reads a line.")
@click.option("--show", metavar="RULE", help="Write a PNG of the page, with the cells of this table outlined.")
@click.option("--attest", type=click.Path(dir_okay=False), help="Write which cells were seen in print.")
@form
@level("warning")
@fail_on
@click.option("--facts", is_flag=True, help="With JSON: every fact that was compared, the right ones too.")
@output
@colour
def pdf(
    books: tuple[str, ...],
    named: tuple[str, ...],
    password: str | None,
    show: str | None,
    attest: str | None,
    form: str,
    level: Any,
    fail_on: Any,
    facts: bool,
    output: str | None,
    colour: str,
) -> None:
    """Check the references against your own rulebooks.

    BOOK is a PDF that you own. Each table that the rules cite is found in it, by its printed page or wherever it
    stands, and compared cell by cell. Nothing of the book is kept. The book is what is right here: in JSON, `expected`
    is what it prints, and `actual` what the engine has.
    """
    from errata import pdf as command
    from errata.reports import Options

    if password == "-":
        password = secret("Password")
    asked = command.Asked(named, password, attest)
    command.refuse_over(books, asked, output, attest)
    if show is not None:
        write(command.show(books, show, output, asked), None)
        return
    options = Options(level, width(), coloured(colour, output), facts)
    text, code = command.pdf(books, form, options, fail_on, asked, progress, say)
    write(text, output)
    raise click.exceptions.Exit(code)
