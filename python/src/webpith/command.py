"""The command ``pith pipe`` as a process that answers pages with rows."""

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
from typing import Any, Iterable, Iterator, Sequence

from .article import COLUMNS, camel_case
from .page import Page, line_of

INSTALL = "install it with: npm install --global webpith @webpith/fleet; or set PITH to the command that starts it"
PARTS = ("title", "byline", "captions", "comments")


class PithError(Exception):
    """A page could not be extracted, or the command could not be run; the message says what to do."""


@dataclass(frozen=True)
class Options:
    """What the command is told; part of the identity of a process."""

    columns: tuple[str, ...] | None = None
    include: tuple[str, ...] | None = None
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
        if self.time_limit is not None:
            arguments += ["--time-limit", f"{self.time_limit:g}"]
        if self.max_size is not None:
            arguments += ["--max-size", str(self.max_size)]
        return arguments


def options_of(
    columns: Sequence[str] | None,
    include: Sequence[str] | None,
    workers: int,
    time_limit: float | None,
    max_size: int | None,
    command: str | Sequence[str] | None,
) -> Options:
    """Options that have been looked at: a wrong name is told before a process is started."""
    return Options(
        checked("columns", columns, COLUMNS),
        checked("include", include, PARTS),
        workers,
        time_limit,
        max_size,
        None if command is None else tuple(shlex.split(command) if isinstance(command, str) else command),
    )


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
    """The command that starts Pith: the one given, ``PITH`` of the environment, or ``pith`` where it is found."""
    if options.command is not None:
        return [*options.command]
    named = os.environ.get("PITH")
    if named:
        return shlex.split(named)
    found = shutil.which("pith")
    if found is None:
        raise PithError(f"expected the command pith, but it is not on PATH; {INSTALL}")
    return [found]


class Pipe:
    """
    One process. Rows are read by a thread of their own, so that neither side waits for the other; pages are written by
    whoever calls, so that their iterator is used in the caller's thread only.
    """

    MOST_UNDER_WAY = 64
    """Pages sent and not yet answered: enough to keep the threads of the command busy."""

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
            raise PithError(f"expected to start {shlex.join(command)}, but it failed ({cause}); {INSTALL}") from cause
        self._rows: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._said: deque[bytes] = deque(maxlen=20)
        self._hear = threading.Thread(target=self._listen, daemon=True)
        self._hear.start()
        threading.Thread(target=self._take_rows, daemon=True).start()

    def _take_rows(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._rows.put(line)
        self._rows.put(None)

    def _listen(self) -> None:
        assert self._process.stderr is not None
        self._said.extend(self._process.stderr)

    def rows(self, pages: Iterable[Page]) -> Iterator[dict[str, Any]]:
        """A row for each page, in order. No more pages are asked for than are under way."""
        under_way = 0
        for page in pages:
            self._send(line_of(page))
            under_way += 1
            while under_way >= self.MOST_UNDER_WAY or (under_way > 0 and not self._rows.empty()):
                yield self._next_row()
                under_way -= 1
        for _ in range(under_way):
            yield self._next_row()

    def row(self, page: Page) -> dict[str, Any]:
        """The row of one page."""
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
        self._hear.join()
        said = b"".join(self._said).decode("utf-8", "replace").strip()
        return PithError(f"expected a row for each page, but pith ended with code {code}: {said or 'it said nothing'}")

    def close(self) -> None:
        """Ends the process; what is under way is not waited for."""
        if self.pid != os.getpid():
            return  # of the process that we were forked from
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass  # a page was half written
