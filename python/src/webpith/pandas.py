"""Pith for pandas.

from webpith.pandas import extract_pages

articles = extract_pages(pd.read_parquet("pages.parquet"), html="html", url="url")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from .engine import MEMORY_LIMIT
from .options import MAX_SIZE, TIME_LIMIT, Include, ModelPath, Rules, columns_of, options_of
from .table import check_names, extract_rows


def extract_pages(
    pages: pd.DataFrame,
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
) -> pd.DataFrame:
    """Extracts a column of HTML (text or bytes): keeps the index and the other columns, adds those of the article and ``error``.

    ``url`` names the column with addresses, or is ``None``. The other options are those of `webpith.extract_many`.
    """
    options = options_of(include, markdown, lean, rules, model, time_limit, max_size, memory_limit)
    names = columns_of(columns)
    check_names([str(name) for name in pages.columns], html, url, names)
    addresses = [None] * len(pages) if url is None else pages[url]
    values: dict[str, list[Any]] = {name: [] for name in (*names, "error")}
    rows = zip(pages[html], addresses)
    for _, row, error in extract_rows(rows, lambda page: page, html, names, options, workers):
        for name, value in zip(values, (*row, error)):
            values[name].append(value)
    added = pd.DataFrame({name: pd.Series(each, index=pages.index, dtype=None) for name, each in values.items()})
    return pd.concat([pages.drop(columns=[html]), added], axis=1)
