"""The command as a person runs it: the installed one, or the same in this process, which is much faster."""

import contextlib
import io
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from errata import cli


class Run(NamedTuple):
    """What a run came to."""

    returncode: int
    stdout: str
    stderr: str


RAWCHECK = str(Path(sysconfig.get_path("scripts")) / "rawcheck")


def rawcheck(*words, **environment):
    """A run in an empty environment with 80 columns: what it printed, what it said besides, its exit code."""
    return subprocess.run(
        [RAWCHECK, *map(str, words)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PATH": "", "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", **environment},
        check=False,
        timeout=120,
    )


def run_here(*words, cwd=None):
    """A run in this process, in a folder: its exit code, what it printed, what it said besides."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
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
    printed, said = (stream.buffer.getvalue().decode("utf-8", "surrogateescape") for stream in (out, err))
    assert "Traceback" not in said
    return Run(code, printed, said)
