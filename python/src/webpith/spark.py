"""Pith in Apache Spark: ``pip install webpith pyspark``, and webpith on every executor.

from webpith.spark import extract_pages

articles = extract_pages(spark.read.parquet("pages"), html="html", url="url", columns=["title", "text"])
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pyspark.sql import DataFrame, Row
from pyspark.sql.types import ArrayType, BooleanType, DataType, DoubleType, StringType, StructField, StructType

from .article import TYPES
from .engine import MEMORY_LIMIT
from .options import MAX_SIZE, TIME_LIMIT, Include, ModelPath, Options, Rules, columns_of, options_of
from .table import check_names, extract_rows

SPARK_TYPES: dict[str, DataType] = {
    "str | None": StringType(),
    "float | None": DoubleType(),
    "bool | None": BooleanType(),
    "list[str]": ArrayType(StringType()),
}
"""All others are JSON in a string."""


def extract_pages(
    pages: DataFrame,
    *,
    html: str = "html",
    url: str | None = "url",
    columns: Sequence[str] | None = None,
    include: Include | None = None,
    markdown: Mapping[str, str] | None = None,
    lean: float | None = None,
    rules: Rules | None = None,
    model: ModelPath | None = None,
    workers: int = 1,
    time_limit: float = TIME_LIMIT,
    max_size: int = MAX_SIZE,
    memory_limit: int = MEMORY_LIMIT,
) -> DataFrame:
    """Extracts a column of HTML (text or binary): keeps the other columns and adds those of the article and ``error``.

    A process is kept per Python worker of Spark, so partitions may be small. ``workers`` is the number of processes per
    task. A page that fails becomes a row with ``error``. ``url`` names the column with addresses, or is ``None``. Times are
    strings in ISO 8601; a model must be a path on the executors. The other options are those of `webpith.extract_many`.
    """
    options = options_of(include, markdown, lean, rules, model, time_limit, max_size, memory_limit)
    names = columns_of(columns)
    check_names(pages.columns, html, url, names)
    kept = [name for name in pages.columns if name != html]
    rows = pages.rdd.mapPartitions(partition_extractor(html, url, kept, names, options, workers))
    return pages.sparkSession.createDataFrame(rows, schema_of(pages, kept, names), verifySchema=False)


def schema_of(pages: DataFrame, kept: Sequence[str], columns: Sequence[str]) -> StructType:
    article = [StructField(name, SPARK_TYPES.get(TYPES[name], StringType())) for name in columns]
    return StructType([*(pages.schema[name] for name in kept), *article, StructField("error", StringType())])


def partition_extractor(
    html: str, url: str | None, kept: Sequence[str], columns: Sequence[str], options: Options, workers: int
) -> Callable[[Iterable[Row]], Iterator[tuple[Any, ...]]]:
    """The function that runs on executors; it must not capture Spark objects."""
    json_columns = [TYPES[name] not in SPARK_TYPES for name in columns]

    def run(rows: Iterable[Row]) -> Iterator[tuple[Any, ...]]:
        def page(row: Row) -> tuple[Any, Any]:
            return row[html], None if url is None else row[url]

        for row, values, error in extract_rows(rows, page, html, columns, options, workers):
            article = (value_of(value, is_json) for value, is_json in zip(values, json_columns))
            yield (*(row[name] for name in kept), *article, error)

    return run


def value_of(value: Any, is_json: bool) -> Any:
    """A field converted to its Spark type."""
    return json.dumps(value, ensure_ascii=False) if is_json and value is not None else value
