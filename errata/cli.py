"""The command line: how it starts and how it ends. The commands are in `errata/commands/`."""

from __future__ import annotations

import sys

from errata import __version__


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
            import gc

            gc.set_threshold(FEWER)
            sys.set_int_max_str_digits(DIGITS)
            from errata.commands import run

            code = run()
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


DIGITS = 100_000
"""Digits of a number that are printed; exact chances have many."""
FEWER = 50_000
"""New objects after which cycles are looked for; a run makes many objects and few cycles."""
