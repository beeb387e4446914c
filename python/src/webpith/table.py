"""Pages in the rows of a table; shared by Spark, pandas and Polars."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from .extraction import articles_of
from .options import Options
from .page import Page
from .site import SiteMemory

Row = TypeVar("Row")


def check_names(there: Sequence[str], html: str, url: str | None, columns: Sequence[str]) -> None:
    """Refuses a table without the columns of pages, or with columns that would be overwritten."""
    for name in (html, *(() if url is None else (url,))):
        if name not in there:
            raise ValueError(f"no column {name!r} among {', '.join(there)}; name the columns with html= and url=")
    twice = [name for name in (*columns, "error") if name in there and name != html]
    if twice:
        raise ValueError(f"the pages already have the columns {twice}; rename them first")


def extract_rows(
    rows: Iterable[Row],
    page: Callable[[Row], tuple[Any, Any]],
    html: str,
    columns: Sequence[str],
    options: Options,
    workers: int | None,
    memory: Callable[[Row], SiteMemory | None] = lambda _: None,
) -> Iterator[tuple[Row, list[Any], str | None]]:
    """Yields every row with the values of the columns and the error.

    ``page`` returns the HTML and the address of a row, ``memory`` other pages of its site. HTML that is neither text nor bytes counts as missing.
    """
    pending: deque[tuple[Row, bool]] = deque()

    def pages() -> Iterator[Page]:
        for row in rows:
            content, address = page(row)
            if isinstance(content, (bytearray, memoryview)):
                content = bytes(content)
            is_page = isinstance(content, (str, bytes))
            pending.append((row, is_page))
            address = address if isinstance(address, str) else None
            yield Page(content if is_page else "", address, site=memory(row))

    for article in articles_of(pages(), columns, options, workers):
        row, is_page = pending.popleft()
        error = article.error if is_page else f"the column {html} has no page here"
        yield row, [None if error else getattr(article, name) for name in columns], error
