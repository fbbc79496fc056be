"""The entry point of `rawcheck`: runs a command and turns errors into messages and exit codes.

Exit codes: 0 nothing wrong, 1 findings, 2 usage or unreadable input, 130 interrupted, 141 broken pipe.
"""

from __future__ import annotations

import os
import sys

from engine.errors import RawcheckError
from errata.commands import run
from errata.terminal import say

MAX_DIGITS = 100_000
"""Digits of the longest number that can be printed; exact chances have many."""


def main() -> None:
    """Run the command in `sys.argv`, and exit."""
    # the parent process may have closed them
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        code = _run()
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python fails on the rest of it at exit
        code = 141
        if not isinstance(error, BrokenPipeError):
            say(f"rawcheck: cannot write the output: {error.strerror}")
            code = 2
    sys.exit(code)


def _run() -> int:
    """Run a command; an error becomes one line, never a traceback."""
    sys.set_int_max_str_digits(MAX_DIGITS)
    try:
        os.getcwd()
    except OSError:
        say("rawcheck: the folder that you are in has gone")
        return 2
    try:
        return run()
    except OSError:
        raise  # the output cannot be written
    except RawcheckError as error:
        message = str(error)
    except Exception as error:
        message = f"an internal error: {type(error).__name__}: {error} ({_place(error)}); please report it"
    say(f"rawcheck: {message}")
    return 2


def _place(error: BaseException) -> str:
    """The file and the line in which an error was raised."""
    at = error.__traceback__
    assert at is not None
    while at.tb_next is not None:
        at = at.tb_next
    return f"{os.path.basename(at.tb_frame.f_code.co_filename)}:{at.tb_lineno}"
