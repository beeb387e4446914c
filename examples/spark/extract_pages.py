"""Extracts the pages of a folder of NDJSON with Spark; every Python worker keeps one process of the library.

    spark-submit extract_pages.py pages/ articles/

Each line in: {"url": ..., "html": ...}, and "id" if you like. Each row out: the columns of the article, or "error".
"""

import sys

from pyspark.sql import SparkSession
from webpith.spark import extract_pages

COLUMNS = ["type", "confidence", "title", "authors", "published", "language", "text"]


def main(spark: SparkSession, source: str, target: str) -> None:
    pages = spark.read.schema("id string, url string, html string").json(source)
    extract_pages(pages, columns=COLUMNS).write.mode("overwrite").parquet(target)
    written = spark.read.parquet(target)
    print(f"{written.count()} rows, {written.where('error is not null').count()} with an error")


if __name__ == "__main__":
    session = SparkSession.builder.appName("pith").getOrCreate()
    main(session, sys.argv[1], sys.argv[2])
    session.stop()
