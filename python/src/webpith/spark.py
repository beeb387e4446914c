"""Pith in Apache Spark: ``pip install webpith pyspark``, and webpith on every executor.

from webpith.spark import extract_pages

articles = extract_pages(spark.read.parquet("pages"), html="html", url="url", columns=["title", "text"])
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pyspark.sql import DataFrame, Row
from pyspark.sql.functions import col, udf
from pyspark.sql.types import ArrayType, BooleanType, DataType, DoubleType, StringType, StructField, StructType

from .article import TYPES
from .engine import MEMORY_LIMIT
from .options import MAX_SIZE, TIME_LIMIT, Include, ModelPath, Options, Rules, columns_of, options_of
from .site import SiteMemory, site_of
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
    memories: DataFrame | None = None,
    model: ModelPath | None = None,
    workers: int = 1,
    time_limit: float = TIME_LIMIT,
    max_size: int = MAX_SIZE,
    memory_limit: int = MEMORY_LIMIT,
) -> DataFrame:
    """Extracts a column of HTML (text or binary): keeps the other columns and adds those of the article and ``error``.

    A process is kept per Python worker of Spark, so partitions may be small. ``workers`` is the number of processes per
    task. A page that fails becomes a row with ``error``. ``url`` names the column with addresses, or is ``None``. Times are
    strings in ISO 8601; a model must be a path on the executors. ``memories`` is what `site_memories` returns; the pages
    are joined with it by site. The other options are those of `webpith.extract_many`.
    """
    options = options_of(include, markdown, lean, rules, model, time_limit, max_size, memory_limit)
    names = columns_of(columns)
    check_names(pages.columns, html, url, names)
    kept = [name for name in pages.columns if name != html]
    joined = pages if memories is None else with_memories(pages, url, memories)
    rows = joined.rdd.mapPartitions(partition_extractor(html, url, kept, names, options, workers))
    return pages.sparkSession.createDataFrame(rows, schema_of(pages, kept, names), verifySchema=False)


SITE, MEMORY = "_webpith_site", "_webpith_memory"


def with_memories(pages: DataFrame, url: str | None, memories: DataFrame) -> DataFrame:
    if url is None:
        raise ValueError("expected url as the column with addresses, got None; memories belong to the site of an address")
    named = memories.select(col("site").alias(SITE), col("memory").alias(MEMORY))
    return pages.withColumn(SITE, udf(site_of, StringType())(col(url))).join(named, SITE, "left")


def site_memories(
    pages: DataFrame,
    *,
    html: str = "html",
    url: str = "url",
    workers: int = 1,
    time_limit: float = TIME_LIMIT,
    max_size: int = MAX_SIZE,
    memory_limit: int = MEMORY_LIMIT,
) -> DataFrame:
    """The memories of all sites with several pages, for ``memories`` of `extract_pages`: the columns ``site`` and ``memory``.

    Reads the pages without extracting them, in about a quarter of the time. The result is the same for any partitions.
    """
    options = options_of(None, None, None, None, None, time_limit, max_size, memory_limit)
    check_names(pages.columns, html, url, ())

    def prints(rows: Iterable[Row]) -> Iterator[tuple[str, SiteMemory]]:
        found = extract_rows(rows, lambda row: (row[html], row[url]), html, ["fingerprint"], options, workers)
        for row, [fingerprint], _ in found:
            site = site_of(row[url])
            if site is not None and fingerprint is not None:
                memory = SiteMemory()
                memory.add(fingerprint)
                yield site, memory

    def merged(one: SiteMemory, other: SiteMemory) -> SiteMemory:
        one.merge(other)
        return one

    sites = pages.rdd.mapPartitions(prints).reduceByKey(merged).filter(lambda each: len(each[1]) > 1)
    rows = sites.map(lambda each: (each[0], json.dumps(each[1].to_dict())))
    return pages.sparkSession.createDataFrame(rows, "site string, memory string")


@lru_cache(maxsize=64)
def memory_of(stored: str) -> SiteMemory:
    return SiteMemory.from_dict(json.loads(stored))


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

        def memory(row: Row) -> SiteMemory | None:
            stored = row[MEMORY] if MEMORY in row else None
            return None if stored is None else memory_of(stored)

        for row, values, error in extract_rows(rows, page, html, columns, options, workers, memory):
            article = (value_of(value, is_json) for value, is_json in zip(values, json_columns))
            yield (*(row[name] for name in kept), *article, error)

    return run


def value_of(value: Any, is_json: bool) -> Any:
    """A field converted to its Spark type."""
    return json.dumps(value, ensure_ascii=False) if is_json and value is not None else value
