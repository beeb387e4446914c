"""Extraction of one page or many."""

from __future__ import annotations

import atexit
import os
import threading
from typing import Iterable, Iterator, Mapping, Sequence

from .article import Article, article_of
from .command import Options, Pipe, PithError, options_of
from .page import Page, PageLike, page_of

_lock = threading.Lock()
_kept: dict[Options, Pipe] = {}
_MAX_KEPT = 4
"""Processes kept for `extract`, one per set of options."""


def extract(
    html: PageLike,
    *,
    url: str | None = None,
    columns: Sequence[str] | None = None,
    include: Sequence[str] | None = None,
    markdown: Mapping[str, str] | None = None,
    time_limit: float | None = None,
    max_size: int | None = None,
    command: str | Sequence[str] | None = None,
) -> Article:
    """Extracts the main content of a page.

    ``html`` is text, bytes (preferred: the encoding is detected) or a `Page`. ``columns`` selects fields, by default all;
    ``include`` adds parts to the texts: ``title``, ``byline``, ``captions``, ``comments``, ``hidden``; ``markdown`` sets how
    Markdown is written, such as ``{"links": "none"}``. Raises `PithError` if the page cannot be extracted.

    The first call starts the command (about a second) and keeps it running; for thousands of pages `extract_many` is
    several times as fast.
    """
    page = page_of(html)
    if url is not None:
        page = Page(page.html, url, page.id, page.date, page.charset)
    options = options_of(columns, include, markdown, 1, time_limit, max_size, command)
    with _lock:
        pipe = _pipe_of(options)
        try:
            row = pipe.row(page)
        except BaseException:
            # Its next row would belong to this page.
            _forget(options)
            raise
    if "error" in row:
        raise PithError(row["error"])
    return article_of(row)


def extract_many(
    pages: Iterable[PageLike],
    *,
    columns: Sequence[str] | None = None,
    include: Sequence[str] | None = None,
    markdown: Mapping[str, str] | None = None,
    workers: int = 1,
    time_limit: float | None = None,
    max_size: int | None = None,
    command: str | Sequence[str] | None = None,
) -> Iterator[Article]:
    """Yields the articles of many pages, in order, keeping at most some dozens of pages in memory.

    A page that cannot be extracted becomes an `Article` with ``error``. ``workers`` is the number of threads.
    """
    options = options_of(columns, include, markdown, workers, time_limit, max_size, command)
    return _articles(pages, options)


def _articles(pages: Iterable[PageLike], options: Options) -> Iterator[Article]:
    pipe = Pipe(options)
    try:
        for row in pipe.rows(page_of(page) for page in pages):
            yield article_of(row)
    finally:
        pipe.close()


def _pipe_of(options: Options) -> Pipe:
    kept = _kept.get(options)
    if kept is not None and kept.pid == os.getpid():
        return kept
    _kept.pop(options, None)  # belongs to the parent process
    if len(_kept) >= _MAX_KEPT:
        _forget(next(iter(_kept)))
    _kept[options] = Pipe(options)
    return _kept[options]


def _forget(options: Options) -> None:
    pipe = _kept.pop(options, None)
    if pipe is not None:
        pipe.close()


@atexit.register
def _close_all() -> None:
    for options in list(_kept):
        _forget(options)


def _after_fork() -> None:
    """Replaces the lock: one held by another thread during the fork would never be released."""
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
