"""The entry point of `rawcheck`: runs a command and turns errors into messages and exit codes.

Exit codes: 0 nothing wrong, 1 findings, 2 usage or unreadable input, 130 interrupted, 141 broken pipe.
"""

from __future__ import annotations

import os
import sys
from traceback import extract_tb

from engine.errors import RawcheckError
from errata.commands import run

MAX_DIGITS = 100_000
"""Digits of the longest number that can be printed; exact chances have many."""


def main() -> None:
    """Run the command in `sys.argv`, and exit."""
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
    """Open stdout and stderr if the parent process has closed them."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _discard_output() -> None:
    """Discard the rest of the output, so that Python does not fail on it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run() -> int:
    """Run a command; an error becomes one line, never a traceback."""
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
    frames = extract_tb(error.__traceback__)
    return f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""
