"""The command line: how it starts and how it ends. The commands are in `errata/commands/`."""

from __future__ import annotations

import sys

from errata import __version__


def start() -> None:
    """Start `rawcheck` as a command. A gate that has said all ends at once; taken down in order, it takes longer."""
    import os

    code = _code()
    if sys.argv[1:2] == ["gate"]:
        os._exit(code)
    sys.exit(code)


def main() -> None:
    """Start `rawcheck` from Python, and leave with its exit code."""
    sys.exit(_code())


def _code() -> int:
    """Run what is asked for. The version is told before anything heavy is imported: gates ask for it often."""
    import os

    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        if sys.argv[1:] == ["--version"]:
            print(f"rawcheck {__version__}")
            code = 0
        elif sys.argv[1:2] == ["gate"] and (known := _said_before(sys.argv[2:])) is not None:
            code = known
        else:
            code = _run(sys.argv[1:])
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        # Whoever read the output has gone; so has the reason to write.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"rawcheck: cannot write the output: {error.strerror}", file=sys.stderr)
        code = 2
    return code


def _said_before(words: list[str]) -> int | None:
    """Say again what a gate said, if nothing has changed since: its exit code, or None if it has to run."""
    from errata import again, terminal

    held = again.said_before(words)
    if held is None:
        return None
    for text, output in held[0]:
        try:
            terminal.write(text, output)
        except Exception as error:
            if isinstance(error, OSError):
                raise
            return None  # a run says what is wrong with that file
    return held[1]


def _run(words: list[str]) -> int:
    """Run a command; what goes wrong is told in a line, and never with a traceback."""
    import gc
    import os

    gc.set_threshold(FEWER)
    sys.set_int_max_str_digits(DIGITS)
    try:
        os.getcwd()
    except OSError:
        print("rawcheck: the folder that you are in has gone", file=sys.stderr)
        return 2
    try:
        if words[:1] == ["gate"] and "_RAWCHECK_COMPLETE" not in os.environ:
            from errata import asking

            if (asked := asking.read(words[1:])) is not None:
                return asking.answer(asked, words[1:])
        from errata.commands import run

        return run()
    except OSError:
        raise  # the output cannot be written
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        from engine.errors import RawcheckError

        told = f"an internal error: {type(error).__name__}: {error}{_last_place(error)}; please report it"
        print(f"rawcheck: {error if isinstance(error, RawcheckError) else told}", file=sys.stderr)
        return 2


def _last_place(error: Exception) -> str:
    """Where in rawcheck it went wrong."""
    here = error.__traceback__
    while here is not None and here.tb_next is not None:
        here = here.tb_next
    return f" ({here.tb_frame.f_code.co_filename.rpartition('/')[2]}:{here.tb_lineno})" if here is not None else ""


DIGITS = 100_000
"""Digits of a number that are printed; exact chances have many."""
FEWER = 50_000
"""New objects after which cycles are looked for; a run makes many objects and few cycles."""
