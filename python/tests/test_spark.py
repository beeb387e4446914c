"""Pith in Spark: one session for all tests, since starting one takes longer than they do."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import BOX, page, page_with_box

pytest.importorskip("pyspark", reason="pyspark is not installed: pip install webpith[spark]")
if shutil.which("java") is None:
    pytest.skip("Java is not installed, which Spark needs", allow_module_level=True)

from pyspark.sql import SparkSession  # noqa: E402

from webpith.spark import extract_pages, site_memories  # noqa: E402


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.pyspark.python", sys.executable)
        .config("spark.pyspark.driver.python", sys.executable)
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def test_extracts_a_column_of_pages(spark: Any) -> None:
    rows = [(n, f"https://example.org/{n}", bytearray(page(n), "utf-8")) for n in range(6)]
    pages = spark.createDataFrame([*rows, (6, None, None)], "number int, url string, body binary").repartition(2)
    articles = extract_pages(pages, html="body", columns=["title", "authors", "confidence", "text", "sources"])
    assert articles.columns == ["number", "url", "title", "authors", "confidence", "text", "sources", "error"]
    found = {row.number: row for row in articles.collect()}
    assert [found[n].title for n in range(6)] == [f"Lighthouse {n}" for n in range(6)]
    assert found[2].authors == [] and 0 < found[2].confidence <= 1
    assert "keeper of lighthouse 2" in found[2].text
    assert "title" in json.loads(found[2].sources)
    assert found[6].title is None and found[6].error == "the column body has no page here"


def test_uses_other_pages_of_the_site(spark: Any) -> None:
    rows = [(f"https://www.example.org/{n}", page_with_box(n)) for n in range(6)]
    rows.append(("https://alone.example/", page_with_box(9)))
    pages = spark.createDataFrame(rows, "url string, html string").repartition(3)
    memories = site_memories(pages)
    assert [row.site for row in memories.collect()] == ["example.org"]
    articles = extract_pages(pages, columns=["text"], memories=memories)
    assert articles.columns == ["url", "text", "error"]
    found = {row.url: row.text for row in articles.collect()}
    assert len(found) == 7
    assert [url for url, text in found.items() if BOX in text] == ["https://alone.example/"]
    with pytest.raises(ValueError, match="expected url as the column"):
        extract_pages(pages, url=None, memories=memories)


def test_says_which_columns_it_needs(spark: Any) -> None:
    pages = spark.createDataFrame([(page(1), "t")], "html string, title string")
    with pytest.raises(ValueError, match="no column 'url'"):
        extract_pages(pages)
    with pytest.raises(ValueError, match=r"columns \['title'\]; rename"):
        extract_pages(pages, url=None)


def test_the_example_writes_parquet(spark: Any, root: Path, tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("example", root / "examples/spark/extract_pages.py")
    assert spec is not None and spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    lines = [json.dumps({"id": n, "url": f"https://example.org/{n}", "html": page(n)}) for n in range(4)]
    (tmp_path / "pages.ndjson").write_text("\n".join([*lines, "nonsense", ""]))
    example.main(spark, str(tmp_path / "pages.ndjson"), str(tmp_path / "articles"))
    written = spark.read.parquet(str(tmp_path / "articles"))
    assert written.count() == 5
    assert written.where("error is not null").count() == 1
    assert (tmp_path / "articles" / "_SUCCESS").exists()
