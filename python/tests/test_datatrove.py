"""Pith in a pipeline of datatrove."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import page

datatrove = pytest.importorskip("datatrove", reason="datatrove is not installed: pip install webpith[datatrove]")

from datatrove.data import Document  # noqa: E402
from datatrove.pipeline.extractors.base import BaseExtractor  # noqa: E402

from webpith.datatrove import PithExtractor  # noqa: E402


def document(number: int, text: str) -> Any:
    return Document(text=text, id=str(number), metadata={"url": f"https://example.org/{number}"})


def test_puts_texts_in_the_place_of_pages() -> None:
    extractor = PithExtractor(output="markdown", include=["title"])
    assert isinstance(extractor, BaseExtractor)
    pages = [document(n, page(n)) for n in range(20)]
    pages.insert(5, document(99, ""))
    documents = list(extractor.run(iter(pages)))
    assert [each.id for each in documents] == [str(n) for n in range(20)]
    assert documents[3].text.startswith("# Lighthouse 3\n")
    assert documents[3].metadata["title"] == "Lighthouse 3"
    assert documents[3].metadata["url"] == "https://example.org/3"
    counted = {name: stat.total for name, stat in extractor.stats.stats.items()}
    assert (counted["total"], counted["forwarded"], counted["dropped"]) == (21, 20, 1)


def test_extracts_one_text_as_other_extractors_do() -> None:
    assert "keeper of lighthouse 7" in PithExtractor().extract(page(7))


def test_refuses_an_output_that_is_none() -> None:
    with pytest.raises(ValueError, match="text or markdown"):
        PithExtractor(output="pdf")
