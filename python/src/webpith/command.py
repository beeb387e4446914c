"""The command ``pith pipe`` as a process that turns pages into rows."""

from __future__ import annotations

import json
import os
import queue
import shlex
import shutil
import subprocess
import threading
from collections import deque
from dataclasses import dataclass
from typing import Any, Iterable, Iterator, Mapping, Sequence

from .article import COLUMNS, camel_case
from .page import Page, line_of

INSTALL = "install it with: npm install --global webpith @webpith/fleet; or set PITH to the command that starts it"
PARTS = ("title", "byline", "captions", "comments", "hidden")
MARKDOWN = {
    "callouts": ("alert", "quote"),
    "footnotes": ("reference", "inline", "none"),
    "images": ("inline", "alt", "none"),
    "links": ("inline", "reference", "none"),
    "math": ("dollar", "backslash", "none"),
    "tables": ("compact", "aligned", "html"),
}


class PithError(Exception):
    """A page could not be extracted, or the command could not be run."""


@dataclass(frozen=True)
class Options:
    """Options of the command; processes are reused for equal options."""

    columns: tuple[str, ...] | None = None
    include: tuple[str, ...] | None = None
    markdown: tuple[tuple[str, str], ...] | None = None
    workers: int = 1
    time_limit: float | None = None
    max_size: int | None = None
    command: tuple[str, ...] | None = None

    def arguments(self) -> list[str]:
        arguments = ["pipe", "--workers", str(self.workers)]
        if self.columns is not None:
            arguments += ["--columns", ",".join(camel_case(name) for name in self.columns)]
        if self.include is not None:
            arguments += ["--include", ",".join(self.include)]
        if self.markdown:
            arguments += ["--style", ",".join(f"{name}={value}" for name, value in self.markdown)]
        if self.time_limit is not None:
            arguments += ["--time-limit", f"{self.time_limit:g}"]
        if self.max_size is not None:
            arguments += ["--max-size", str(self.max_size)]
        return arguments


def options_of(
    columns: Sequence[str] | None,
    include: Sequence[str] | None,
    markdown: Mapping[str, str] | None,
    workers: int,
    time_limit: float | None,
    max_size: int | None,
    command: str | Sequence[str] | None,
) -> Options:
    """Validates options before a process is started."""
    return Options(
        checked("columns", columns, COLUMNS),
        checked("include", include, PARTS),
        checked_markdown(markdown),
        workers,
        time_limit,
        max_size,
        None if command is None else tuple(shlex.split(command) if isinstance(command, str) else command),
    )


def checked_markdown(settings: Mapping[str, str] | None) -> tuple[tuple[str, str], ...] | None:
    if settings is None:
        return None
    checked("markdown", list(settings), list(MARKDOWN))
    for name, value in settings.items():
        if value not in MARKDOWN[name]:
            raise ValueError(f"expected markdown {name} to be one of {', '.join(MARKDOWN[name])}, got {value!r}")
    return tuple(sorted(settings.items()))


def checked(what: str, names: Sequence[str] | None, known: Sequence[str]) -> tuple[str, ...] | None:
    if names is None:
        return None
    if isinstance(names, str) or not names:
        raise ValueError(f"expected {what} as a list of names such as {[*known[:2]]}, got {names!r}")
    for name in names:
        if name not in known:
            raise ValueError(f"expected {what} out of {', '.join(known)}; got {name!r}")
    return tuple(dict.fromkeys(names))


def command_of(options: Options) -> list[str]:
    """The command that starts Pith: the given one, the environment variable ``PITH``, or ``pith`` on the path."""
    if options.command is not None:
        return [*options.command]
    named = os.environ.get("PITH")
    if named:
        return shlex.split(named)
    found = shutil.which("pith")
    if found is None:
        raise PithError(f"the command pith is not on PATH; {INSTALL}")
    return [found]


class Pipe:
    """
    One process. A separate thread reads rows, to avoid deadlocks; pages are written by the caller, so that their iterator is
    only used in the caller's thread.
    """

    MAX_PENDING = 64
    """Pages sent without a row yet: enough to keep the threads of the command busy."""

    def __init__(self, options: Options) -> None:
        self.pid = os.getpid()
        command = command_of(options)
        try:
            self._process = subprocess.Popen(
                [*command, *options.arguments()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as cause:
            raise PithError(f"could not start {shlex.join(command)} ({cause}); {INSTALL}") from cause
        self._rows: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._stderr: deque[bytes] = deque(maxlen=20)
        self._stderr_reader = threading.Thread(target=self._read_stderr, daemon=True)
        self._stderr_reader.start()
        threading.Thread(target=self._read_rows, daemon=True).start()

    def _read_rows(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._rows.put(line)
        self._rows.put(None)

    def _read_stderr(self) -> None:
        assert self._process.stderr is not None
        self._stderr.extend(self._process.stderr)

    def rows(self, pages: Iterable[Page]) -> Iterator[dict[str, Any]]:
        """Yields one row per page, in order, reading at most ``MAX_PENDING`` pages ahead."""
        pending = 0
        for page in pages:
            self._send(line_of(page))
            pending += 1
            while pending >= self.MAX_PENDING or (pending > 0 and not self._rows.empty()):
                yield self._next_row()
                pending -= 1
        for _ in range(pending):
            yield self._next_row()

    def row(self, page: Page) -> dict[str, Any]:
        self._send(line_of(page))
        return self._next_row()

    def _send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except OSError as cause:
            raise self._ended() from cause

    def _next_row(self) -> dict[str, Any]:
        line = self._rows.get()
        if line is None:
            raise self._ended()
        row: dict[str, Any] = json.loads(line)
        return row

    def _ended(self) -> PithError:
        code = self._process.wait()
        self._stderr_reader.join()
        output = b"".join(self._stderr).decode("utf-8", "replace").strip()
        return PithError(f"pith ended with code {code} before all pages were extracted: {output or 'no output'}")

    def close(self) -> None:
        """Ends the process without waiting for pending pages."""
        if self.pid != os.getpid():
            return  # belongs to the parent process
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass  # a page was partly written
