"""The command as a person runs it, but in this process, which is much faster; RAWCHECK is the installed one."""

import contextlib
import io
import os
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from errata import cli


class Run(NamedTuple):
    """The exit code of a run, what it printed, and what it said besides."""

    returncode: int
    stdout: str
    stderr: str


RAWCHECK = str(Path(sysconfig.get_path("scripts")) / "rawcheck")


def rawcheck(*words, **environment):
    """A run in an empty environment with 80 columns."""
    with mock.patch.dict(os.environ, {"PATH": "", "COLUMNS": "80", **environment}, clear=True):
        return run_here(*words, encoding=environment.get("PYTHONIOENCODING", "utf-8"))


def run_here(*words, cwd=None, encoding="utf-8"):
    """A run in this process, in a folder."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True) for _ in range(2))
    digits = sys.get_int_max_str_digits()
    with contextlib.ExitStack() as stack:
        stack.callback(sys.set_int_max_str_digits, digits)
        stack.enter_context(contextlib.chdir(cwd or Path.cwd()))
        stack.enter_context(mock.patch.object(sys, "argv", ["rawcheck", *map(str, words)]))
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(err))
        try:
            cli.main()
        except SystemExit as end:
            code = end.code
    printed, said = (stream.buffer.getvalue().decode(encoding, "surrogateescape") for stream in (out, err))
    assert "Traceback" not in said
    return Run(code, printed, said)
