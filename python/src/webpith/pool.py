"""Processes that are kept between calls, and jobs that are spread over several of them."""

from __future__ import annotations

import atexit
import os
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Callable

from .engine import Engine, EngineEnded, Job
from .errors import PithError

AHEAD = 4
"""Jobs submitted to a process and not yet answered: enough to keep it busy."""
MOST_BYTES = 64 << 20
"""Bytes of pages submitted and not yet answered, unless a single page is larger."""


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class EnginePool:
    """Idle processes, and a limit on those that single calls use at the same time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[Engine] = []
        self.slots = threading.BoundedSemaphore(cores())

    def take(self, memory: int) -> Engine:
        with self._lock:
            for engine in reversed(self._idle):
                if engine.memory == memory:
                    self._idle.remove(engine)
                    if engine.is_usable:
                        return engine
                    engine.close()
        return Engine(memory)

    def give_back(self, engine: Engine) -> None:
        """Keeps a process without jobs; ends any other, since its next answers would belong to them."""
        with self._lock:
            if engine.is_usable and len(self._idle) < cores():
                self._idle.append(engine)
                return
        engine.close()

    def close(self) -> None:
        with self._lock:
            engines, self._idle = self._idle, []
        for engine in engines:
            engine.close()

    def forget(self) -> None:
        """Called after a fork, in the child: the processes belong to the parent."""
        for engine in self._idle:
            engine.forget()


_pool = EnginePool()
_open: set[Engine] = set()
"""Processes in use; after a fork, the child closes its copies of their pipes."""


def _after_fork() -> None:
    global _pool
    _pool.forget()
    for engine in list(_open):
        engine.forget()
    _open.clear()
    _pool = EnginePool()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


@atexit.register
def _close_all() -> None:
    _pool.close()


def answered(job: Job, memory: int, prepare: Callable[[Engine], None]) -> Job:
    """Runs one job in a process that is kept; waits while all cores are in use by other threads."""
    pool = _pool
    with pool.slots:
        [done] = answers([job], 1, memory, prepare)
        return done


def answers(jobs: Iterable[Job], workers: int, memory: int, prepare: Callable[[Engine], None]) -> Iterator[Job]:
    """Runs jobs on ``workers`` processes and yields them in order, with their answers.

    A job that ends its process gets an error as its answer; those behind it run again in a new process. ``prepare`` is
    called with every process before its first job.
    """
    run = _Run(workers, memory, prepare)
    try:
        for job in jobs:
            run.submit(job)
            run.take_answers()
            yield from run.finished()
            while run.is_full:
                run.wait()
                yield from run.finished()
        while run.order:
            run.wait()
            yield from run.finished()
    finally:
        run.close()


class _Run:
    def __init__(self, workers: int, memory: int, prepare: Callable[[Engine], None]) -> None:
        self.workers = workers
        self.memory = memory
        self.prepare = prepare
        self.order: deque[Job] = deque()
        self._pid = os.getpid()
        self._engines: list[Engine] = []
        self._of: dict[int, Engine] = {}
        """The process of each unanswered job, by the identity of the job."""
        self._bytes = 0

    @property
    def is_full(self) -> bool:
        return len(self.order) >= self.workers * AHEAD or (self._bytes > MOST_BYTES and len(self.order) > 1)

    def submit(self, job: Job) -> None:
        self.order.append(job)
        self._bytes += len(job.page)
        if job.answer is None:
            self._assign(job)

    def _assign(self, job: Job) -> None:
        engine = self._least_busy()
        self._of[id(job)] = engine
        engine.submit(job)

    def _least_busy(self) -> Engine:
        best = min(self._engines, key=lambda engine: len(engine.jobs), default=None)
        if best is not None and (not best.jobs or len(self._engines) >= self.workers):
            return best
        engine = _pool.take(self.memory)
        _open.add(engine)
        self._engines.append(engine)
        self.prepare(engine)
        return engine

    def wait(self) -> None:
        """Waits until the process of the first job has answered a job or has ended."""
        if self._pid != os.getpid():
            raise PithError("this iterator belongs to the parent process; start another one after the fork")
        engine = self._of[id(self.order[0])]
        self._attempt(engine.wait, engine)

    def take_answers(self) -> None:
        """Takes the answers that have arrived, without waiting."""
        for engine in [*self._engines]:
            self._attempt(engine.take_answers, engine)

    def _attempt(self, take: Callable[[], None], engine: Engine) -> None:
        try:
            take()
        except EngineEnded as ended:
            self._replace(engine, str(ended))

    def _replace(self, engine: Engine, reason: str) -> None:
        self._engines.remove(engine)
        _open.discard(engine)
        failed, *others = engine.jobs
        failed.answer = {"error": reason}
        for job in others:
            self._assign(job)

    def finished(self) -> Iterator[Job]:
        """Yields the jobs at the front that are answered."""
        while self.order and self.order[0].answer is not None:
            job = self.order.popleft()
            self._of.pop(id(job), None)
            self._bytes -= len(job.page)
            yield job

    def close(self) -> None:
        if self._pid != os.getpid():
            return
        for engine in self._engines:
            _open.discard(engine)
            _pool.give_back(engine)
