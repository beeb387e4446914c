"""Pith in Apache Spark: `pip install webpith[spark]`, and the command `pith` on every executor.

    from webpith.spark import extract_pages

    articles = extract_pages(spark.read.parquet("pages"), html="html", url="url", columns=["title", "text"])
"""

from __future__ import annotations

import json
from collections import deque
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence

from pyspark.sql import DataFrame, Row
from pyspark.sql.types import ArrayType, BooleanType, DataType, DoubleType, StringType, StructField, StructType

from .article import FIELDS, Article
from .command import Options, options_of
from .extraction import _articles
from .page import Page

DEFAULT_COLUMNS = ("type", "confidence", "title", "authors", "published", "language", "text")

SPARK_TYPES: dict[str, DataType] = {
    "float | None": DoubleType(),
    "bool | None": BooleanType(),
    "list[str]": ArrayType(StringType()),
}
TYPES = {name: SPARK_TYPES[str(each.type)] for name, each in FIELDS.items() if each.type in SPARK_TYPES}
"""All others are strings; structured values are JSON."""

JSON_COLUMNS = frozenset(
    name for name, each in FIELDS.items() if name not in TYPES and not str(each.type).startswith("str")
)


def extract_pages(
    pages: DataFrame,
    *,
    html: str = "html",
    url: str | None = "url",
    columns: Sequence[str] = DEFAULT_COLUMNS,
    include: Sequence[str] | None = None,
    markdown: Mapping[str, str] | None = None,
    workers: int = 1,
    time_limit: float | None = None,
    max_size: int | None = None,
    command: str | Sequence[str] | None = None,
) -> DataFrame:
    """Extracts a column of HTML (text or binary): keeps the other columns and adds those of the article and ``error``.

    The command is started once per partition, which takes about a second: a partition should contain some hundred pages.
    A page that fails becomes a row with ``error``. ``url`` names the column with addresses, or is ``None``. ``columns`` are
    as in `webpith.extract`; times are strings in ISO 8601.
    """
    options = options_of(columns, include, markdown, workers, time_limit, max_size, command)
    kept = [name for name in pages.columns if name != html]
    check_names(pages.columns, kept, [html, *([] if url is None else [url])], [*columns, "error"])
    rows = pages.rdd.mapPartitions(partition_extractor(html, url, kept, list(columns), options))
    return pages.sparkSession.createDataFrame(rows, schema_of(pages, kept, columns), verifySchema=False)


def check_names(there: Sequence[str], kept: Sequence[str], needed: Sequence[str], new: Sequence[str]) -> None:
    for name in needed:
        if name not in there:
            raise ValueError(f"no column {name!r} among {', '.join(there)}; name the columns with html= and url=")
    twice = [name for name in new if name in kept]
    if twice:
        raise ValueError(f"the pages already have the columns {twice}; rename them first")


def schema_of(pages: DataFrame, kept: Sequence[str], columns: Sequence[str]) -> StructType:
    article = [StructField(name, TYPES.get(name, StringType())) for name in columns]
    return StructType([*(pages.schema[name] for name in kept), *article, StructField("error", StringType())])


def partition_extractor(
    html: str, url: str | None, kept: Sequence[str], columns: Sequence[str], options: Options
) -> Callable[[Iterable[Row]], Iterator[tuple[Any, ...]]]:
    """The function that runs on executors; it must not capture Spark objects."""

    def run(rows: Iterable[Row]) -> Iterator[tuple[Any, ...]]:
        pending: deque[Row] = deque()

        def pages() -> Iterator[Page]:
            for row in rows:
                pending.append(row)
                page = row[html]
                yield Page(bytes(page) if isinstance(page, bytearray) else page or "", url=url and row[url])

        for article in _articles(pages(), options):
            row = pending.popleft()
            error = f"the column {html} is null" if row[html] is None else article.error
            values = (None if error else value_of(article, name) for name in columns)
            yield (*(row[name] for name in kept), *values, error)

    return run


def value_of(article: Article, column: str) -> Any:
    """A field converted to its Spark type."""
    value = getattr(article, column)
    return json.dumps(value, ensure_ascii=False) if column in JSON_COLUMNS and value is not None else value
