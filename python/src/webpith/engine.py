"""The process that runs the library. Requests and answers are frames on its standard input and output."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from typing import IO, Any

from .errors import PithError
from .node import ENGINE, node_program

MEMORY_LIMIT = 512
"""Default limit of a process in megabytes of heap."""
STARTUP_LIMIT = 60.0
"""Seconds for a process to start."""
PIPE_SIZE = 1 << 20
"""Bytes of a pipe, where the system allows to set it; a page then needs fewer switches between the processes."""
F_SETPIPE_SZ = 1031
_LENGTHS = struct.Struct("<II")


class Job:
    """A request and its answer. A process answers its jobs in order."""

    __slots__ = ("answer", "body", "head", "limit", "page", "submitted")

    def __init__(self, head: dict[str, Any], page: bytes, limit: float) -> None:
        self.head = head
        self.page = page
        self.limit = limit
        """Seconds from the moment the process can begin."""
        self.submitted = 0.0
        self.answer: dict[str, Any] | None = None
        self.body = b""


class Engine:
    """One process with at most one user at a time.

    A thread writes and another one reads, so that neither side waits for the other with full pipes. The user waits for
    answers with a time limit and ends the process when it is exceeded.
    """

    def __init__(self, memory: int = MEMORY_LIMIT) -> None:
        self.pid = os.getpid()
        self.memory = memory
        self.models: set[str] = set()
        self.jobs: deque[Job] = deque()
        self._since = time.monotonic()
        """When the process started, was ready, or gave its last answer."""
        self._is_ready = False
        self._errors = tempfile.TemporaryFile()
        program = node_program()
        try:
            self._process = subprocess.Popen(
                [program, *flags(memory), str(ENGINE)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
            )
        except OSError as cause:
            raise PithError(
                f"could not start {program} ({cause.strerror}); set WEBPITH_NODE to Node 20.19 or later"
            ) from cause
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        self._room = enlarge(self._input)
        enlarge(self._output)
        self._sent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._received: queue.SimpleQueue[tuple[float, bytes, bytes] | None] = queue.SimpleQueue()
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True, name="webpith").start()

    def submit(self, job: Job) -> None:
        """Begins a job once those submitted before are answered."""
        job.submitted = time.monotonic()
        head = json.dumps(job.head).encode()
        frame = b"".join((_LENGTHS.pack(len(head), len(job.page)), head, job.page))
        # Without unanswered jobs the pipe is empty, so a frame that fits does not block, and no thread has to wake up.
        fits = not self.jobs and len(frame) <= self._room
        self.jobs.append(job)
        if fits:
            with contextlib.suppress(OSError):  # the reader notices the end of the process
                write_all(self._input, frame)
        else:
            self._sent.put(frame)

    def wait(self) -> None:
        """Waits for the next answer; ends the process if it takes too long."""
        try:
            frame = self._received.get(timeout=max(self._deadline() - time.monotonic(), 0))
        except queue.Empty:
            self._end_late()
        else:
            self._take(frame)

    def take_answers(self) -> None:
        """Takes the answers that have arrived, without waiting."""
        while not self._received.empty():
            self._take(self._received.get())

    def _take(self, frame: tuple[float, bytes, bytes] | None) -> None:
        if frame is None:
            raise EngineEnded(self._reason())
        self._since, head, body = frame
        if not self._is_ready:
            self._is_ready = True
            return
        job = self.jobs.popleft()
        job.body = body
        job.answer = json.loads(head)

    def _deadline(self) -> float:
        if not self._is_ready:
            return self._since + STARTUP_LIMIT
        job = self.jobs[0]
        return max(self._since, job.submitted) + job.limit

    def _end_late(self) -> None:
        self.close()
        if not self._is_ready:
            raise PithError(f"Node did not start within {STARTUP_LIMIT:g} s")
        raise EngineEnded(f"the page took longer than {self.jobs[0].limit:g} s; raise time_limit")

    def _reason(self) -> str:
        """Why the process ended by itself."""
        code = self._process.wait()
        self.close()
        output = self._printed()
        is_memory = "out of memory" in output or " OOM " in output
        if not self._is_ready:
            if is_memory:
                raise PithError(f"Node needs more than {self.memory} MB of memory to start; raise memory_limit")
            raise PithError(f"Node could not be started (code {code}): {output[:600] or 'no output'}")
        if is_memory:
            return f"the page took more memory than allowed ({self.memory} MB); raise memory_limit"
        return f"the page ended its process (code {code}): {output[:600] or 'no output'}"

    def _printed(self) -> str:
        try:
            self._errors.seek(0)
            lines = self._errors.read(8000).decode("utf-8", "replace").splitlines()
        except (OSError, ValueError):
            return ""
        return " ".join(line.strip() for line in lines if line.strip())

    def _write(self) -> None:
        try:
            for frame in iter(self._sent.get, None):
                write_all(self._input, frame)
        except (OSError, ValueError):
            pass  # the reader notices the end of the process
        finally:
            self._input.close()

    def _read(self) -> None:
        try:
            while True:
                lengths = read_exactly(self._output, _LENGTHS.size)
                if lengths is None:
                    break
                head, body = _LENGTHS.unpack(lengths)
                frame = read_exactly(self._output, head + body)
                if frame is None:
                    break
                self._received.put((time.monotonic(), bytes(frame[:head]), bytes(frame[head:])))
        except (OSError, ValueError):
            pass
        finally:
            self._output.close()
            self._received.put(None)

    @property
    def is_usable(self) -> bool:
        return self.pid == os.getpid() and not self.jobs and self._process.poll() is None

    def close(self) -> None:
        """Ends the process without waiting for answers."""
        if self.pid != os.getpid():
            return
        self._sent.put(None)
        self._process.kill()
        self._process.wait()

    def forget(self) -> None:
        """Closes this process's copies of the pipes of a parent process, so that the engine ends with the parent."""
        self._process.returncode = 0  # not a child of this process
        for pipe in (self._input, self._output):
            try:
                pipe.close()
            except OSError:
                pass


class EngineEnded(Exception):
    """The process ended during its first unanswered job; the message gives the reason."""


def flags(memory: int) -> list[str]:
    return [f"--max-old-space-size={memory}", "--no-warnings"]


def enlarge(pipe: IO[bytes]) -> int:
    """Returns the size of the pipe in bytes; 0 if unknown."""
    if not sys.platform.startswith("linux"):
        return 0
    import fcntl

    try:
        return fcntl.fcntl(pipe.fileno(), F_SETPIPE_SZ, PIPE_SIZE)
    except OSError:
        return 0  # limited for unprivileged users


def write_all(pipe: IO[bytes], content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[pipe.write(view) :]


def read_exactly(pipe: IO[bytes], length: int) -> memoryview | None:
    """The next bytes of a pipe; None at its end."""
    content = memoryview(bytearray(length))
    at = 0
    while at < length:
        count = pipe.readinto(content[at:])  # type: ignore[attr-defined]
        if not count:
            return None
        at += count
    return content
