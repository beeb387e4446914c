"""One page, and many."""

from __future__ import annotations

import atexit
import os
import threading
from typing import Iterable, Iterator, Sequence

from .article import Article, article_of
from .command import Options, Pipe, PithError, options_of
from .page import Page, PageLike, page_of

_lock = threading.Lock()
_kept: dict[Options, Pipe] = {}
_MOST_KEPT = 4
"""Processes kept for `extract`, one for each set of options."""


def extract(
    html: PageLike,
    *,
    url: str | None = None,
    columns: Sequence[str] | None = None,
    include: Sequence[str] | None = None,
    time_limit: float | None = None,
    max_size: int | None = None,
    command: str | Sequence[str] | None = None,
) -> Article:
    """What a person would read on a page.

    ``html`` is text, bytes (better: then the encoding is found) or a `Page`. ``columns`` names the fields that are wanted,
    all of them if nothing is said; ``include`` what goes into the texts: ``title``, ``byline``, ``captions``,
    ``comments``. A page that cannot be extracted raises `PithError`.

    The command is started with the first call (about a second) and kept for the next ones; for thousands of pages
    `extract_many` is several times as fast.
    """
    page = page_of(html)
    if url is not None:
        page = Page(page.html, url, page.id, page.date, page.charset)
    options = options_of(columns, include, 1, time_limit, max_size, command)
    with _lock:
        pipe = _pipe_of(options)
        try:
            row = pipe.row(page)
        except BaseException:
            # What it would answer next belongs to this page.
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
    workers: int = 1,
    time_limit: float | None = None,
    max_size: int | None = None,
    command: str | Sequence[str] | None = None,
) -> Iterator[Article]:
    """The articles of many pages, in order, as they come; some dozens of pages are held at a time, however many come.

    A page that cannot be extracted is an `Article` with ``error``, and the rest goes on. ``workers`` is the number of
    threads that extract.
    """
    options = options_of(columns, include, workers, time_limit, max_size, command)
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
    _kept.pop(options, None)  # of the process that we were forked from
    if len(_kept) >= _MOST_KEPT:
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
    """A lock that another thread held while the process was forked would never be given back."""
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
