"""Extracts the pages of a folder of NDJSON with Spark: every partition is piped through one `pith pipe`.

    spark-submit extract_pages.py pages/ articles/

Each line in: {"url": ..., "html": ...} (or "base64" for raw bytes; "id", "date" and "charset" are kept).
Each line out: a row with the columns of the article, or with "error". The order within a partition stays.
"""

import os
import shlex
import sys

from pyspark.sql import SparkSession

PITH = os.environ.get("PITH", "pith")
# What is wanted of the article, beside the record's own columns; with a schema Spark reads the rows once.
COLUMNS = "type,confidence,title,authors,published,language,text"
SCHEMA = (
    "id string, url string, date string, digest string, error string, type string, confidence double, "
    "title string, authors array<string>, published string, language string, text string"
)


def main(source: str, target: str) -> None:
    spark = SparkSession.builder.appName("pith").getOrCreate()
    lines = spark.sparkContext.textFile(source)
    # rdd.pipe starts the command once for each partition; a page that fails is a row, so its exit code is checked.
    rows = lines.pipe(f"{PITH} pipe --columns {shlex.quote(COLUMNS)}", env=dict(os.environ), checkCode=True)
    spark.read.schema(SCHEMA).json(rows).write.mode("overwrite").parquet(target)
    written = spark.read.parquet(target)
    print(f"{written.count()} rows, {written.where('error is not null').count()} with an error")
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
