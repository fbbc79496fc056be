"""The commands: each is a module of this folder with a click command of the same name. Click is used only here.

Only the command that runs is imported.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from io import StringIO
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

import click

from errata import __version__
from errata.terminal import coloured, say, width, write

if TYPE_CHECKING:
    from errata.reports import Options
    from verify.finding_codes import Level

F = TypeVar("F", bound=Callable[..., Any])
_REPORTS = iter_modules([str(Path(__file__).parents[1] / "reports")])
FORMATS = sorted((module.name for module in _REPORTS if not module.ispkg), key=lambda name: (name != "text", name))
"""The report formats: every module of that folder, the default first."""
LEVELS = ("error", "warning", "note")
VERDICTS = ("agrees", "differs", "contested", "missing", "unchecked")


class Commands(click.Group):
    """The commands of this folder."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return [module.name for module in iter_modules(__path__)]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """A command by its name; None if there is none."""
        if name not in self.list_commands(ctx):
            return None
        gc.disable()  # modules and rules live until the end: the garbage collector need not look through them
        command: click.Command = getattr(import_module(f"{__name__}.{name}"), name)
        gc.freeze()
        gc.enable()
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(__version__, prog_name="rawcheck", message="%(prog)s %(version)s")
def rawcheck() -> None:
    """Check documents, code and odds against the rules of Mongoose Traveller 2e."""


def run() -> int:
    """Run a command; returns its exit code."""
    try:
        code: int = rawcheck.main(prog_name="rawcheck", standalone_mode=False)
    except click.Abort:
        return 130
    except click.ClickException as error:
        shown = StringIO()
        error.show(shown)
        say(shown.getvalue().rstrip("\n"))
        return error.exit_code
    return code


def finish(text: str, code: int, output: str | None = None, exact: bool = False) -> NoReturn:
    """Print a text or write it to a file, and leave with an exit code."""
    write(text, output, exact)
    raise click.exceptions.Exit(code)


# Options that several commands share

output = click.option("--output", type=click.Path(dir_okay=False), help="Write to this file instead of the terminal.")
colour = click.option(
    "--color", "colour", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour the output."
)
edition = click.option(
    "--edition",
    type=click.Choice(["2016", "2022", "auto"]),
    help="The Core Rulebook to follow.  [auto: what the source follows]",
)
readings = click.option(
    "--readings",
    type=click.Choice(["references", "others"]),
    help="Whose values to take where our references are doubtful.  [references]",
)
no_cache = click.option("--no-cache", is_flag=True, help="Ignore the cache.")
rules = click.option(
    "--rule", "rules", multiple=True, metavar="GLOB", help="Only these rules, such as 'space/range-bands*'."
)
tests = click.option("--tests", is_flag=True, help="Also read the tests of the codebase.")


def form(*formats: str) -> Callable[[F], F]:
    """The option for the format of the output; the first format is the default."""
    return click.option("--format", "form", type=click.Choice(formats), default=formats[0], help="The output format.")


def level(default: str) -> Callable[[F], F]:
    """The option for the level of the findings that are listed."""
    return click.option(
        "--level", type=click.Choice(LEVELS), default=default, help="List findings at this level or above."
    )


def fail_on(default: str | None = "error") -> Callable[[F], F]:
    """The option for the level at which a command fails."""
    return click.option(
        "--fail-on",
        type=click.Choice(LEVELS),
        default=default,
        help="Exit with 1 if there are findings at this level or above.  [error]",
    )


def fixing(command: F) -> F:
    """The options that correct values in a codebase."""
    for name, text in (
        ("--allow-dirty", "Also correct files with uncommitted changes."),
        ("--diff", "Print the corrections as a patch; write nothing."),
        ("--fix-unsafe", "Also correct contested and doubtful values."),
        ("--fix", "Correct wrong values in place, but only where the finding is certain."),
    ):
        command = click.option(name, is_flag=True, help=text)(command)
    return command


class Rendering(NamedTuple):
    """How a report is rendered, where it goes, and when it fails."""

    form: str
    level: Level
    fail_on: Level
    output: str | None
    colour: str
    facts: bool = False

    def options(self, base: str = "") -> Options:
        """The options of the report format; `base` is put before the names of files."""
        from errata.reports import Options  # which loads what `rawcheck --version` does not need

        return Options(self.level, width(), coloured(self.colour, self.output), self.facts, base=base)


def reporting(default_level: str, has_facts: bool = True) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options of a command that reports findings; the command gets them as `rendering`."""
    facts = click.option("--facts", is_flag=True, help="With --format json: list all compared facts.")

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def with_rendering(**values: Any) -> None:
            fields = {name: values.pop(name) for name in Rendering._fields if name in values}
            command(rendering=Rendering(**fields), **values)

        options = [form(*FORMATS), level(default_level), fail_on(), *([facts] if has_facts else []), output, colour]
        for option in reversed(options):
            with_rendering = option(with_rendering)
        return with_rendering

    return decorated
