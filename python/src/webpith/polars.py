"""Pith for Polars.

from webpith.polars import extract_pages

articles = extract_pages(pl.read_parquet("pages.parquet"), html="html", url="url")
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from .article import TYPES
from .engine import MEMORY_LIMIT
from .options import MAX_SIZE, TIME_LIMIT, Include, ModelPath, Rules, columns_of, options_of
from .table import check_names, extract_rows

POLARS_TYPES: dict[str, Any] = {
    "str | None": pl.String,
    "float | None": pl.Float64,
    "bool | None": pl.Boolean,
    "list[str]": pl.List(pl.String),
}


def extract_pages(
    pages: pl.DataFrame,
    *,
    html: str = "html",
    url: str | None = "url",
    columns: Sequence[str] | None = None,
    include: Include | None = None,
    markdown: Mapping[str, str] | None = None,
    lean: float | None = None,
    rules: Rules | None = None,
    model: ModelPath | None = None,
    workers: int | None = None,
    time_limit: float = TIME_LIMIT,
    max_size: int = MAX_SIZE,
    memory_limit: int = MEMORY_LIMIT,
) -> pl.DataFrame:
    """Extracts a column of HTML (text or binary): keeps the other columns and adds those of the article and ``error``.

    ``url`` names the column with addresses, or is ``None``. Structured values, such as posts, are JSON. The other options
    are those of `webpith.extract_many`.
    """
    options = options_of(include, markdown, lean, rules, model, time_limit, max_size, memory_limit)
    names = columns_of(columns)
    check_names(pages.columns, html, url, names)
    addresses = [None] * len(pages) if url is None else pages[url]
    values: dict[str, list[Any]] = {name: [] for name in (*names, "error")}
    rows = zip(pages[html], addresses)
    for _, row, error in extract_rows(rows, lambda page: page, html, names, options, workers):
        for name, value in zip(values, (*row, error)):
            values[name].append(value)
    added = [_series(name, each) for name, each in values.items()]
    return pages.drop(html).with_columns(added)


def _series(name: str, values: list[Any]) -> pl.Series:
    """A column with the type of its field, which does not depend on the pages."""
    known = POLARS_TYPES.get(TYPES[name])
    if known is not None:
        return pl.Series(name, values, dtype=known)
    texts = [None if value is None else json.dumps(value, ensure_ascii=False) for value in values]
    return pl.Series(name, texts, dtype=pl.String)
