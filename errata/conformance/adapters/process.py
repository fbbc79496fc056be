"""The process of an adapter: pipes, limits, time, noise. Nothing else in rawcheck runs somebody's program.

It may do anything: loop, die, print, forge answers, leave processes behind. So it runs without a shell, in its own
session, with a clean environment, an empty home and limits; whatever it does, `ask` returns an answer in time or raises
ProcessDied, and `end` leaves nothing of its session behind.

On Windows there are no resource limits, and only the process itself is killed, not those that it started. macOS does
not enforce the limit on memory.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import RawIOBase
from pathlib import Path
from random import randrange
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from socket import socket, socketpair
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import IO, Any, cast

from errata.conformance.adapters.messages import decoded, encoded
from errata.source.text import printable

MAX_LINE_BYTES = 16_000_000
MAX_NOISE_LINES = 1_000
"""Lines in a row that are no answer, before an adapter is ended."""
KEPT_NOISE_LINES = 100
KEPT_ERROR_BYTES = 64_000
CHUNK_BYTES = 65_536
"""What a pipe holds."""
POLL_SECONDS = 0.2
"""How often a silent process is looked at: it may have ended while another holds its output open."""
END_SECONDS = 0.5
"""For a process that closed its output to end, so that its exit code is known."""
KILL_SECONDS = 10
"""For the system to clear away a process that was killed."""
PIPES_NEED_THREADS = os.name == "nt"
"""Whether the system can wait for sockets but not for pipes, so that threads copy from one to the other."""


@dataclass(frozen=True)
class Limits:
    """What an adapter may use."""

    start_seconds: float = 20
    seconds: float = 8
    """For the answer to a request."""
    stop_seconds: float = 2
    deaths: int = 20
    """After more than these it is given up."""
    cpu_seconds: int = 3600
    """Of each process. It ends an endless loop that outlives rawcheck; `seconds` ends the others."""
    memory_mb: int = 2_000
    file_mb: int = 64
    """In each file that it writes."""


class ProcessDied(Exception):
    """The process gave no answer, by dying or by being unusable; the message says why."""


class TooLate(ProcessDied):
    """The process gave no answer in time."""


class Noise:
    """Lines of an adapter that were no answers: how many, and the last ones."""

    def __init__(self) -> None:
        self.count = 0
        self.lines: deque[str] = deque(maxlen=KEPT_NOISE_LINES)

    def add(self, line: bytes) -> None:
        """Note a line."""
        self.count += 1
        self.lines.append(printable(line[:200].decode("utf-8", "replace")))


class Process:
    """A running adapter."""

    def __init__(self, command: Sequence[str], folder: Path, limits: Limits, noise: Noise) -> None:
        self._noise = noise
        self._noise_in_a_row = 0
        self._seq = 0
        self._lines: deque[bytes] = deque()
        self._part = bytearray()
        """The line that is not complete yet."""
        self._errors = bytearray()
        self._home = TemporaryDirectory(prefix="rawcheck-", ignore_cleanup_errors=True)
        try:
            self._child = subprocess.Popen(
                command,
                cwd=folder,
                env=_environment(self._home.name, limits),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                **_session(limits),
            )
        except BaseException:
            self._home.cleanup()
            raise
        self._input, self._output, self._error_output = (
            _unwaiting(pipe) for pipe in (self._child.stdin, self._child.stdout, self._child.stderr) if pipe
        )
        self._selector = DefaultSelector()
        self._selector.register(self._output, EVENT_READ)
        self._selector.register(self._error_output, EVENT_READ)

    def ask(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a request; raises ProcessDied."""
        deadline = monotonic() + seconds
        self._seq += randrange(1, 1_000_000)  # nothing that the VTT prints passes for the answer
        unsent = self._write(memoryview(encoded({"seq": self._seq, **message})))
        if unsent:
            self._selector.register(self._input, EVENT_WRITE)
        noise = self._noise.count
        try:
            while (answer := self._next_answer()) is None:
                if monotonic() >= deadline:
                    raise TooLate(f"no answer within {seconds:g} s{self._noise_since(noise)}")
                ready = [key.fileobj for key, _ in self._selector.select(min(POLL_SECONDS, seconds))]
                if self._input in ready and not (unsent := self._write(unsent)):
                    self._selector.unregister(self._input)
                if self._error_output in ready and not self._read_errors():
                    self._selector.unregister(self._error_output)
                if (self._output in ready and not self._read_output()) or (
                    not ready and self._child.poll() is not None and not self._read_output()
                ):
                    raise ProcessDied(self._end_described() + self._noise_since(noise))
        finally:
            if unsent:
                self._selector.unregister(self._input)
        return answer

    def stop(self, seconds: float) -> None:
        """Ask the process to stop and give it time to do so."""
        self._write(memoryview(encoded({"seq": self._seq + 1, "cmd": "stop"})))
        self._input.close()
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(seconds)

    def end(self) -> str:
        """Kill the process and all of its session; returns the end of what it wrote to stderr."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):  # macOS forbids it where all have ended
                os.killpg(self._child.pid, signal.SIGKILL)
        self._child.kill()
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(KILL_SECONDS)
        for _ in range(KEPT_ERROR_BYTES // CHUNK_BYTES + 1):
            self._read_errors()
        self._selector.close()
        for pipe in (self._input, self._output, self._error_output):
            pipe.close()
        self._home.cleanup()
        return printable(self._errors.decode("utf-8", "replace")).strip()

    # Reading and writing, as much as is possible without waiting

    def _write(self, data: memoryview) -> memoryview:
        """Write some of the data; returns the rest."""
        try:
            return data[self._input.write(data) or 0 :]
        except OSError:  # it closed its input, and may answer nevertheless
            return data[:0]

    def _read_output(self) -> bool:
        """Read some of the output; returns whether there was any."""
        chunk = self._output.read(CHUNK_BYTES)
        if not chunk:
            return False
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            self._lines.append(bytes(self._part + line))
            self._part.clear()
        self._part += rest
        if len(self._part) > MAX_LINE_BYTES:
            raise ProcessDied(f"it wrote a line of more than {MAX_LINE_BYTES // 10**6} MB")
        return True

    def _read_errors(self) -> bool:
        """Read some of stderr; returns whether there was any."""
        chunk = self._error_output.read(CHUNK_BYTES)
        self._errors += chunk or b""
        del self._errors[:-KEPT_ERROR_BYTES]
        return bool(chunk)

    def _next_answer(self) -> dict[str, Any] | None:
        """The answer to the last request, if it is among the lines; those before it are noise."""
        while self._lines:
            line = self._lines.popleft()
            answer = decoded(line)
            if answer is not None and answer.get("seq") == self._seq:
                self._noise_in_a_row = 0
                return answer
            self._add_noise(line)
        return None

    def _add_noise(self, line: bytes) -> None:
        self._noise.add(line)
        self._noise_in_a_row += 1
        if self._noise_in_a_row >= MAX_NOISE_LINES:
            raise ProcessDied(f"it wrote {MAX_NOISE_LINES:,} lines in a row that are no answer")

    def _noise_since(self, count: int) -> str:
        """What to say of the noise since there were so many lines of it."""
        if not (lines := self._noise.count - count):
            return ""
        kind = "a line that is none" if lines == 1 else f"{lines:,} lines that are none, the last"
        return f", but {kind}: {self._noise.lines[-1][:80]!r}"

    def _end_described(self) -> str:
        """How the process ended, or that it only closed its output."""
        try:
            code = self._child.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        return f"it was ended by {signal.Signals(-code).name}" if code < 0 else f"it ended with exit code {code}"


# What the system offers


def _environment(home: str, limits: Limits) -> dict[str, str]:
    """The environment of an adapter: no tokens, no configuration of the user."""
    environment = {name: os.environ[name] for name in ("PATH", "LANG", "SystemRoot") if name in os.environ}
    environment |= dict.fromkeys(("HOME", "TMPDIR", "TEMP", "TMP", "USERPROFILE"), home)
    return environment | {"NODE_OPTIONS": f"--max-old-space-size={limits.memory_mb // 2}"}


def _session(limits: Limits) -> dict[str, Any]:
    """The options of Popen for a session, or on Windows a group, of its own, and for the limits."""
    if os.name == "nt":
        return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    import resource

    wanted = (
        (resource.RLIMIT_CPU, limits.cpu_seconds),
        (resource.RLIMIT_DATA, limits.memory_mb * 10**6),  # not RLIMIT_AS: node reserves far more than it uses
        (resource.RLIMIT_FSIZE, limits.file_mb * 10**6),
        (resource.RLIMIT_CORE, 0),
    )

    def limit() -> None:
        for kind, most in wanted:
            with suppress(ValueError, OSError):  # the user has a lower limit already
                resource.setrlimit(kind, (most, most))

    return {"start_new_session": True, "preexec_fn": limit}


def _unwaiting(pipe: IO[bytes]) -> RawIOBase:
    """Our end of a pipe, whose `read` and `write` do not wait."""
    if not PIPES_NEED_THREADS:
        os.set_blocking(pipe.fileno(), False)
        return cast(RawIOBase, pipe)
    near, far = socketpair()
    near.setblocking(False)
    Thread(target=_copy, args=(pipe, far), daemon=True).start()
    with near:
        return near.makefile("rwb", buffering=0)


def _copy(pipe: IO[bytes], end: socket) -> None:
    """Copy all that comes, to or from the pipe, until either is closed."""
    read, write = (end.recv, pipe.write) if pipe.writable() else (pipe.read, end.sendall)
    with pipe, end, suppress(OSError, ValueError):
        while chunk := read(CHUNK_BYTES):
            write(chunk)
