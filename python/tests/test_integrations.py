"""pandas, Polars, LangChain and LlamaIndex."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import page

from webpith import Page, PithError

ROWS = {
    "number": [1, 2, 3],
    "url": ["https://example.org/1", None, "https://example.org/3"],
    "body": [page(1), None, page(3)],
}


def test_pandas_keeps_the_index_and_other_columns() -> None:
    pd: Any = pytest.importorskip("pandas")
    from webpith.pandas import extract_pages

    pages = pd.DataFrame(ROWS, index=["a", "b", "c"])
    articles = extract_pages(pages, html="body", columns=["title", "authors", "confidence"])
    assert list(articles.columns) == ["number", "url", "title", "authors", "confidence", "error"]
    assert list(articles.index) == ["a", "b", "c"]
    assert list(articles["title"].dropna()) == ["Lighthouse 1", "Lighthouse 3"]
    assert articles.loc["b", "error"] == "the column body has no page here"
    assert articles.loc["c", "authors"] == []
    with pytest.raises(ValueError, match="no column 'html'"):
        extract_pages(pages)


def test_polars_has_the_types_of_the_fields() -> None:
    pl: Any = pytest.importorskip("polars")
    from webpith.polars import extract_pages

    pages = pl.DataFrame(ROWS)
    articles = extract_pages(pages, html="body", columns=["title", "authors", "confidence", "sources", "paywalled"])
    assert articles.columns == ["number", "url", "title", "authors", "confidence", "sources", "paywalled", "error"]
    assert articles["title"].to_list() == ["Lighthouse 1", None, "Lighthouse 3"]
    assert articles.schema["authors"] == pl.List(pl.String)
    assert articles.schema["paywalled"] == pl.Boolean
    assert articles["sources"][0].startswith("{")
    with pytest.raises(ValueError, match="already have the columns"):
        extract_pages(pages.rename({"number": "title"}), html="body")


def test_langchain_loads_pages(site: str) -> None:
    pytest.importorskip("langchain_core")
    from langchain_core.document_loaders import BaseLoader

    from webpith.langchain import PithLoader

    loader = PithLoader(f"{site}/4", fetch_options={"allow_private": True}, extract_options={"include": ["title"]})
    assert isinstance(loader, BaseLoader)
    [document] = loader.load()
    assert document.page_content.startswith("# Lighthouse 4")
    assert document.metadata["source"] == f"{site}/4"
    assert document.metadata["title"] == "Lighthouse 4"
    sources: list[str | Page] = [Page(page(1), "https://example.org/1"), f"{site}/none"]
    parts = PithLoader(sources, chunk_size=40, skip_errors=True).load()
    assert len(parts) > 1 and all(part.metadata["tokens"] <= 40 for part in parts)
    with pytest.raises(PithError):
        PithLoader(sources).load()


def test_llama_index_reads_pages() -> None:
    pytest.importorskip("llama_index.core")
    from llama_index.core.readers.base import BaseReader

    from webpith.llama_index import PithReader

    reader = PithReader()
    assert isinstance(reader, BaseReader)
    [document] = reader.load_data([Page(page(1), "https://example.org/1")])
    assert "keeper of lighthouse 1" in document.text
    assert document.metadata["title"] == "Lighthouse 1"
