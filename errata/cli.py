"""The entry point of `rawcheck`: runs a command and turns whatever goes wrong into a message and an exit code.

The commands are in `errata/commands/`. Exit codes: 0 nothing wrong, 1 findings, 2 usage or unreadable input, 130
interrupted, 141 the reader of the output has gone.
"""

from __future__ import annotations

import os
import sys

from engine.errors import RawcheckError
from errata.commands import run

MAX_DIGITS = 100_000
"""Digits of a number that are printed; exact chances have many."""


def main() -> None:
    """Run the command that `sys.argv` asks for, and exit."""
    _open_missing_streams()
    try:
        code = _run()
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        _discard_output()
        code = 141
    except OSError as error:
        _discard_output()
        print(f"rawcheck: cannot write the output: {error.strerror}", file=sys.stderr)
        code = 2
    sys.exit(code)


def _open_missing_streams() -> None:
    """Give the output somewhere to go if whoever started us has closed it."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _discard_output() -> None:
    """Send the rest of the output nowhere, so that Python does not fail on it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run() -> int:
    """Run a command; an error is reported in one line, never with a traceback."""
    sys.set_int_max_str_digits(MAX_DIGITS)
    try:
        os.getcwd()
    except OSError:
        return _failed("the folder that you are in has gone")
    try:
        return run()
    except OSError:
        raise  # the output cannot be written
    except KeyboardInterrupt:
        return 130
    except RawcheckError as error:
        return _failed(str(error))
    except Exception as error:
        return _failed(f"an internal error: {type(error).__name__}: {error}{_last_place(error)}; please report it")


def _failed(message: str) -> int:
    print(f"rawcheck: {message}", file=sys.stderr)
    return 2


def _last_place(error: Exception) -> str:
    """The file and line in which an error was raised."""
    here = error.__traceback__
    while here is not None and here.tb_next is not None:
        here = here.tb_next
    return f" ({os.path.basename(here.tb_frame.f_code.co_filename)}:{here.tb_lineno})" if here is not None else ""
