"""The command line. This is the one home of click; every command does its work in a module of its own."""

from __future__ import annotations

import sys

from errata import __version__
from errata.terminal import base, coloured, cyan, progress, refuse_outputs, targets, width, write

TYPE_CHECKING = False  # typing itself is not needed to tell the version
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    import click

    from errata.codebase import Fixing


def main() -> None:
    """Start `rawcheck`. The version is told before anything heavy is imported: gates ask for it often."""
    import os

    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        if sys.argv[1:] == ["--version"]:
            print(f"rawcheck {__version__}")
            code = 0
        else:
            code = _run()
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has gone; so has the reason to write.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"rawcheck: cannot write the output: {error.strerror}", file=sys.stderr)
        code = 2
    sys.exit(code)


def _run() -> int:
    """Run a command and give its exit code."""
    import gc

    gc.set_threshold(FEWER)
    import click

    from engine.errors import RawcheckError

    try:
        left_with = commands().main(prog_name="rawcheck", standalone_mode=False)
    except click.exceptions.Exit as left:
        return left.exit_code
    except click.Abort:
        return 130
    except click.ClickException as refused:
        refused.show()
        return refused.exit_code
    except RawcheckError as error:
        print(f"rawcheck: {error}", file=sys.stderr)
        return 2
    except OSError:
        raise  # the output cannot be written, which is told by whoever called
    except Exception as error:
        at = _last_place(error)
        print(f"rawcheck: an internal error: {type(error).__name__}: {error}{at}; please report it", file=sys.stderr)
        return 2
    return left_with if isinstance(left_with, int) else 0


FEWER = 50_000
"""New objects after which cycles are looked for; a run makes many objects and few cycles."""


def _last_place(error: Exception) -> str:
    """Where in rawcheck it went wrong."""
    here = error.__traceback__
    while here is not None and here.tb_next is not None:
        here = here.tb_next
    return f" ({here.tb_frame.f_code.co_filename.rpartition('/')[2]}:{here.tb_lineno})" if here is not None else ""


def commands() -> click.Group:
    """The commands with their options."""
    import click

    @click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
    @click.version_option(__version__, prog_name="rawcheck", message="%(prog)s %(version)s")
    def rawcheck() -> None:
        """Rules as written, checked: documents and odds of Mongoose Traveller 2e."""

    form = click.option(
        "--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print it."
    )
    output = click.option("--output", type=click.Path(dir_okay=False), help="Write to this file, not the terminal.")
    colour = click.option(
        "--color", "colour", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour the output."
    )

    @rawcheck.command(epilog=VERIFY_EXAMPLES)
    @click.argument("documents", nargs=-1, metavar="[DOC]...", type=click.Path())
    @click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to print it.")
    @click.option("--level", type=click.Choice(LEVELS), default="warning", help="List findings from this level up.")
    @click.option("--fail-on", type=click.Choice(LEVELS), default="error", help="Exit with 1 from this level up.")
    @click.option("--coverage", is_flag=True, help="Account for every number; --format html shows them in colour.")
    @click.option("--facts", is_flag=True, help="With JSON: every fact that was compared, the right ones too.")
    @output
    @colour
    def verify(
        documents: tuple[str, ...],
        form: str,
        level: Any,
        fail_on: Any,
        coverage: bool,
        facts: bool,
        output: str | None,
        colour: str,
    ) -> None:
        """Check rule documents: their tables, claims and dice against the engine.

        DOC is markdown or plain text, in any layout that people use; without one, the references that come with
        rawcheck are checked. A document is known by what it holds.
        """
        from errata import verify as command
        from errata.reports import Options

        painted = coloured(colour, output)
        options = Options(level, width(), painted, facts)
        text, code = command.verify(documents, form, options, coverage, fail_on, progress)
        write(text, output)
        raise click.exceptions.Exit(code)

    @rawcheck.command(no_args_is_help=True, epilog=ERRATA_EXAMPLES)
    @click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path())
    @click.option("--rule", "rules", multiple=True, metavar="GLOB", help="Only these rules, as 'space/range-bands*'.")
    @click.option("--only", multiple=True, type=click.Choice(VERDICTS), help="Only this verdict; can be repeated.")
    @click.option("--tests", is_flag=True, help="Read the tests of the codebase too.")
    @click.option("--no-cache", is_flag=True, help="Read everything again, whatever was found before.")
    @_with_fixing
    @click.option("--dump", is_flag=True, help="List every table that was lifted, and why it was recognised or not.")
    @click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to print it.")
    @click.option("--level", type=click.Choice(LEVELS), default="warning", help="List findings from this level up.")
    @click.option("--fail-on", type=click.Choice(LEVELS), default="error", help="Exit with 1 from this level up.")
    @click.option("--facts", is_flag=True, help="With JSON: every fact that was compared, the right ones too.")
    @output
    @colour
    def errata(
        paths: tuple[str, ...],
        rules: tuple[str, ...],
        only: tuple[str, ...],
        tests: bool,
        no_cache: bool,
        dump: bool,
        form: str,
        level: Any,
        fail_on: Any,
        facts: bool,
        output: str | None,
        colour: str,
        **fixes: bool,
    ) -> None:
        """The errata diff of codebases: where their code departs from the rules.

        PATH is the folder of a VTT's code, or a file of it. Rule tables are read out of JavaScript, TypeScript, JSON,
        YAML, Lua, XML, HTML, Python, C#, CSV and markdown, and known by what they hold. Several paths are set side by
        side. Nothing in them is run.
        """
        from errata import codebase as command
        from errata.reports import Options

        painted = coloured(colour, output)
        options = Options(level, width(), painted, facts, base=base(paths[0]) if len(paths) == 1 else "")
        fixing = _fixing(**fixes)
        wanted = command.Wanted(rules, only, tests, dump, not no_cache, fixing)
        text, code = command.errata(paths, form, options, fail_on, wanted, progress)
        write(text, output, exact=fixing is not None and fixing.only_patch)
        raise click.exceptions.Exit(code)

    _add_gate(rawcheck, colour)

    @rawcheck.command("house", no_args_is_help=True, epilog=HOUSE_EXAMPLES)
    @click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path())
    @click.option("--init", "begun", type=click.Path(dir_okay=False), help="Write a page to begin with.")
    @click.option("--force", is_flag=True, help="With --init: write it even if there is one.")
    @click.option("--list", "listed", metavar="WORDS", help="List the rules with these words, or a glob; '*' for all.")
    @click.option("--sweep", "sweeps", multiple=True, metavar="RULE=0..4", help="Try a range of values of a rule.")
    @click.option("--of", default="", metavar="WORDS", help="With --sweep: the scene whose title has these words.")
    @click.option("--scene", type=click.Path(), metavar="FILE", help="Play your own scenes too, from TOML.")
    @click.option("--edition", type=click.Choice(["2016", "2022"]), default="2016", help="The Core Rulebook you play.")
    @click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How to print it.")
    @click.option("--level", type=click.Choice(LEVELS), default="note", help="List findings from this level up.")
    @click.option("--fail-on", type=click.Choice(LEVELS), default="error", help="Exit with 1 from this level up.")
    @output
    @colour
    def house(
        files: tuple[str, ...],
        begun: str | None,
        force: bool,
        listed: str | None,
        sweeps: tuple[str, ...],
        of: str,
        scene: str | None,
        edition: str,
        form: str,
        level: Any,
        fail_on: Any,
        output: str | None,
        colour: str,
    ) -> None:
        """Check a GM's house rules: where they depart, and what that does.

        FILE is a page in plain words, markdown, CSV, TOML with exact ids, or a VTT's settings as JSON. What departs
        from the book is played over standing scenes, exactly, by both rulebooks.
        """
        if begun is not None or listed is not None:
            from errata.house import starting

            write(starting.init(begun, force) if begun is not None else starting.listing(listed or ""), output)
            return
        from errata.house import command
        from errata.reports import Options

        options = Options(level, width(), coloured(colour, output))
        asked = command.Asked(edition, scene, sweeps, of)
        text, code = command.house(files, form, options, fail_on, asked)
        write(text, output)
        raise click.exceptions.Exit(code)

    @rawcheck.command(epilog=DICE_EXAMPLES)
    @click.argument("documents", nargs=-1, metavar="[DOC]...", type=click.Path())
    @click.option("--all", "every", is_flag=True, help="List the claims too that no document prints.")
    @click.option("--seed", type=click.IntRange(min=0), metavar="N", help="The seed of the rolls.  [1977]")
    @click.option(
        "--departure",
        type=click.FloatRange(0.001, 1),
        default=0.01,
        metavar="SD",
        help="The smallest departure to be seen, in standard deviations of a roll.  [0.01]",
    )
    @click.option("--rolls", type=click.Path(), metavar="FILE", help="Test a list of rolls instead: whole numbers.")
    @click.option("--of", "expression", metavar="EXPR", help="What they are rolls of: 2D, '2D boon'.  [2D]")
    @click.option(
        "--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", help="How to print it."
    )
    @output
    def dice(
        documents: tuple[str, ...],
        every: bool,
        seed: int | None,
        departure: float,
        rolls: str | None,
        expression: str | None,
        form: str,
        output: str | None,
    ) -> None:
        """Test dice claims: printed, exact, rolled die by die, and compared.

        Every figure that DOC prints about dice is worked out exactly and tried by rolling; without DOC, those of the
        references that come with rawcheck. With --rolls, a list of rolls from a table or a VTT's log is tested.
        """
        from errata import dice as command

        if rolls is not None and (documents or every or seed is not None):
            raise click.UsageError("--rolls tests a list of rolls; it goes with --of and --format only.")
        if expression is not None and rolls is None:
            raise click.UsageError("--of says what --rolls are rolls of; give both.")
        if rolls is not None:
            text, code = command.rolls(rolls, expression or "2D", form)
        else:
            text, code = command.dice(
                documents, form, command.SEED if seed is None else seed, every, departure, width()
            )
        write(text, output)
        raise click.exceptions.Exit(code)

    @rawcheck.command(no_args_is_help=True)
    @click.argument("name", nargs=-1, required=True, metavar="RULE|CODE|RULING")
    @output
    def explain(name: tuple[str, ...], output: str | None) -> None:
        """Explain a rule, a table, a figure, a finding code or a ruling.

        RULE is an id such as space/attack/target, or the beginning of one; CODE is RC201 and the like; RULING is a
        number. Figures are ids such as dice/boon/mean.
        """
        from errata import explain as command

        write(command.explain(" ".join(name), width()), output)

    @rawcheck.command(no_args_is_help=True, epilog=ODDS_EXAMPLES)
    @click.argument("expression", nargs=-1, required=True, metavar="EXPR|attack")
    @click.option("--at-least", type=int, metavar="N", help="The chance of N or more.")
    @click.option("--at-most", type=int, metavar="N", help="The chance of N or less.")
    @click.option("--exactly", type=int, metavar="N", help="The chance of just N.")
    @click.option("--weapon", help="The ship's weapon: 'pulse laser', 'ion cannon'.")
    @click.option("--mount", help="Fixed mount, single, double or triple turret, barbette.  [single turret]")
    @click.option("--weapons", type=int, metavar="N", help="How many weapons of the mount fire linked.  [all]")
    @click.option("--range", metavar="BAND", help="Adjacent to Distant.  [Medium, or as far as it reaches]")
    @click.option("--gunner", type=int, metavar="N", help="The gunner's skill.  [0]")
    @click.option("--dex-dm", type=int, metavar="N", help="The gunner's DEX DM.  [0]")
    @click.option("--armour", "--armor", "armour", type=int, metavar="N", help="The target's armour.  [0]")
    @click.option("--lock", is_flag=True, help="The target is under a sensor lock.")
    @click.option("--evasion", type=int, metavar="N", help="Skill of the pilot who evades.  [0]")
    @click.option("--fire-control", type=int, metavar="N", help="The DM that the software gives.  [0]")
    @click.option("--dm", type=int, metavar="N", help="Any other DM.  [0]")
    @click.option(
        "--advantage",
        "advantages",
        multiple=True,
        metavar="NAME",
        help="An advantage, as 'High Yield'; can be repeated.",
    )
    @click.option("--edition", type=click.Choice(["2016", "2022"]), help="The Core Rulebook to play.  [2016]")
    @form
    @output
    @colour
    def odds(
        expression: tuple[str, ...],
        form: str,
        output: str | None,
        colour: str,
        at_least: int | None,
        at_most: int | None,
        exactly: int | None,
        **options: Any,
    ) -> None:
        """The exact odds of a roll, or of an attack in space.

        EXPR is dice as the books print them: 2D, 3D+2, D66, 1D×10, 2DD, '2D boon', '4D high yield'. With the word
        attack, the options from --weapon on say who fires what at whom.
        """
        from errata import odds as command

        painted = coloured(colour, output)
        given = {
            name: value for name, value in options.items() if value is not None and value is not False and value != ()
        }
        asked = {"at_least": at_least, "at_most": at_most, "exactly": exactly}
        text = command.odds(" ".join(expression), form, width(), cyan if painted else str, asked, given)
        write(text, output)

    return rawcheck


def _add_gate(rawcheck: click.Group, colour: Callable[[Any], Any]) -> None:
    """The command that decides."""
    import click

    class InOrder(click.Command):
        """A command that remembers the order of its words, so that each format has its own file."""

        def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
            ctx.meta["words"] = list(args)
            return super().parse_args(ctx, args)

    @rawcheck.command(cls=InOrder, epilog=GATE_EXAMPLES)
    @click.argument("path", default=".", metavar="[PATH]", type=click.Path())
    @click.option("--fail-on", type=click.Choice(LEVELS), help="Exit with 1 from this level up.  [error]")
    @click.option("--update-baseline", is_flag=True, help="Record what is found today; what is gone is removed.")
    @click.option("--accept-new", is_flag=True, help="With --update-baseline: record new errors too.")
    @click.option("--changed-since", metavar="REV", default="", help="Show only what differs from this revision.")
    @click.option("--show-suppressed", is_flag=True, help="List what is suppressed, and what it does.")
    @_with_fixing
    @click.option("--no-cache", is_flag=True, help="Read everything again, whatever was found before.")
    @click.option(
        "--format",
        "forms",
        type=click.Choice(FORMATS),
        multiple=True,
        help="How to print it; several, each with its own --output.  [text]",
    )
    @click.option("--output", "outputs", type=click.Path(dir_okay=False), multiple=True, help="A file for it.")
    @click.option("--level", type=click.Choice(LEVELS), default="warning", help="List findings from this level up.")
    @colour
    @click.pass_context
    def gate(
        ctx: click.Context,
        /,
        path: str,
        fail_on: Any,
        update_baseline: bool,
        accept_new: bool,
        changed_since: str,
        show_suppressed: bool,
        no_cache: bool,
        forms: tuple[str, ...],
        outputs: tuple[str, ...],
        level: Any,
        colour: str,
        **fixes: bool,
    ) -> None:
        """Check a codebase in continuous integration: what is new fails.

        PATH is the folder of the code. The configuration is rawcheck.toml, or [tool.rawcheck] in pyproject.toml, there
        or above. What is in the baseline, or is said to be meant, does not count.
        """
        from errata import gate as command
        from errata.reports import Options, render

        wanted = _fixing(**fixes)
        asked = command.Asked(fail_on, update_baseline, accept_new, changed_since, not no_cache, fixing=wanted)
        if accept_new and not update_baseline:
            raise click.UsageError("--accept-new goes with --update-baseline.")
        if wanted is not None and update_baseline:
            raise click.UsageError("--update-baseline records what is wrong, and --fix puts it right: one at a time.")
        wanted_in = targets(ctx.meta["words"])
        refuse_outputs(wanted_in)
        report, code = command.gate(path, asked, progress)
        if wanted is not None and wanted.only_patch:
            write(report.fixed.rstrip("\n"), outputs[0] if outputs else None, exact=True)
            raise click.exceptions.Exit(code)
        for form, output in wanted_in:
            painted = form == "text" and coloured(colour, output)
            least = max(level, report.decision.fail_on if report.decision else level, key=LEVELS.index)
            options = Options(least, width(), painted, base=base(path), suppressed=show_suppressed)
            write(render(report, form, options), output)
        raise click.exceptions.Exit(code)

    @rawcheck.command(no_args_is_help=True, epilog=SITE_EXAMPLES)
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

    @rawcheck.command()
    @click.argument("path", default=".", metavar="[PATH]", type=click.Path())
    @click.option("--force", is_flag=True, help="Write it even if there is one.")
    def init(path: str, force: bool) -> None:
        """Write a rawcheck.toml with every table that was recognised.

        It is all comments: nothing changes until you take some away. Each table stands there with its place and the
        rule it was taken for, so that a wrong guess can be corrected once.
        """
        from errata import starting as command

        write(command.init(path, force), None)


FORMATS = ("text", "json", "markdown", "html", "github", "sarif", "junit", "gitlab")
LEVELS = ("error", "warning", "note")
FIXING = (
    ("--fix", "Rewrite wrong literals in place: certain ones only."),
    ("--fix-unsafe", "Rewrite contested and doubtful ones too."),
    ("--diff", "Print what --fix would change, as a patch; write nothing."),
    ("--allow-dirty", "Rewrite files too that have uncommitted changes."),
)
VERDICTS = ("agrees", "differs", "contested", "missing", "unchecked")
ERRATA_EXAMPLES = """\b
Examples:
  rawcheck errata path/to/vtt
  rawcheck errata path/to/vtt --rule 'space/range-bands*' --only differs
  rawcheck errata path/to/vtt --format markdown --output errata.md
  rawcheck errata vtt-one vtt-two vtt-three
"""
HOUSE_EXAMPLES = """\b
Examples:
  rawcheck house --init house-rules.md
  rawcheck house house-rules.md
  rawcheck house house-rules.md --format html --output house.html
  rawcheck house --sweep "short range=0..4" --of "pulse lasers at short"
"""
GATE_EXAMPLES = """\b
Examples:
  rawcheck gate
  rawcheck gate --update-baseline
  rawcheck gate --changed-since origin/main --format github
  rawcheck gate --format sarif --output a.sarif --format markdown --output b.md
"""
SITE_EXAMPLES = """\b
Examples:
  rawcheck site public vtt-one vtt-two vtt-three
"""
DICE_EXAMPLES = """\b
Examples:
  rawcheck dice
  rawcheck dice --rolls log.txt --of "2D boon"
"""
VERIFY_EXAMPLES = """\b
Examples:
  rawcheck verify
  rawcheck verify my-house-sheet.md --level note
  rawcheck verify --coverage --format html --output coverage.html
"""

ODDS_EXAMPLES = """\b
Examples:
  rawcheck odds "2D boon" --at-least 8
  rawcheck odds attack --weapon "pulse laser" --mount "triple turret" \\
      --range short --gunner 1 --armour 4 --lock
"""


def _with_fixing(command: Any) -> Any:
    """A command with the options that rewrite literals."""
    import click

    for name, told in reversed(FIXING):
        command = click.option(name, is_flag=True, help=told)(command)
    return command


def _fixing(fix: bool, fix_unsafe: bool, diff: bool, allow_dirty: bool) -> Fixing | None:
    """How literals are to be rewritten; None if they are not."""
    from errata.codebase import Fixing

    return Fixing(fix_unsafe, diff, allow_dirty) if fix or fix_unsafe or diff else None
