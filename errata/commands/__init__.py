"""The commands: each is a module of this folder that is named like it. This folder is the one home of click.

Only the command that is asked for is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeVar

import click

from errata import __version__

F = TypeVar("F", bound=Callable[..., Any])
FORMATS = ("text", "json", "markdown", "html", "github", "sarif", "junit", "gitlab")
LEVELS = ("error", "warning", "note")
COLOURS = ("auto", "always", "never")
VERDICTS = ("agrees", "differs", "contested", "missing", "unchecked")
FIXING = (
    ("--fix", "Rewrite wrong literals in place: certain ones only."),
    ("--fix-unsafe", "Rewrite contested and doubtful ones too."),
    ("--diff", "Print what --fix would change, as a patch; write nothing."),
    ("--allow-dirty", "Rewrite files too that have uncommitted changes."),
)
output = click.option("--output", type=click.Path(dir_okay=False), help="Write to this file, not the terminal.")
colour = click.option("--color", "colour", type=click.Choice(COLOURS), default="auto", help="Colour the output.")
form = click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to print it.")
fail_on = click.option("--fail-on", type=click.Choice(LEVELS), default="error", help="Exit with 1 from this level up.")


def level(least: str) -> Callable[[F], F]:
    """The option that says which findings are listed."""
    return click.option("--level", type=click.Choice(LEVELS), default=least, help="List findings from this level up.")


class Commands(click.Group):
    """The commands of this folder."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        return [module.name for module in iter_modules(__path__)]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """One of them; None if there is none of that name."""
        if name not in self.list_commands(ctx):
            return None
        made: click.Command = getattr(import_module(f"{__name__}.{name}"), name)
        return made


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(__version__, prog_name="rawcheck", message="%(prog)s %(version)s")
def rawcheck() -> None:
    """Rules as written, checked: documents, code and odds of Mongoose Traveller 2e."""


def fixing(command: F) -> F:
    """A command with the options that rewrite literals."""
    for name, told in reversed(FIXING):
        command = click.option(name, is_flag=True, help=told)(command)
    return command


def run() -> int:
    """Run a command and give its exit code; what goes wrong with it is told by whoever called."""
    try:
        left_with = rawcheck.main(prog_name="rawcheck", standalone_mode=False)
    except click.exceptions.Exit as left:
        return left.exit_code
    except click.Abort:
        return 130
    except click.ClickException as refused:
        refused.show()
        return refused.exit_code
    return left_with if isinstance(left_with, int) else 0
