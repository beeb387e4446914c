"""Pith in a pipeline of datatrove."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import BOX, page, page_with_box

datatrove = pytest.importorskip("datatrove", reason="datatrove is not installed: pip install webpith[datatrove]")

from datatrove.data import Document  # noqa: E402
from datatrove.pipeline.extractors.base import BaseExtractor  # noqa: E402

from webpith.datatrove import PithExtractor, PithSites  # noqa: E402


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


def test_uses_other_pages_of_the_site(tmp_path: Path) -> None:
    pages = [document(n, page_with_box(n)) for n in range(6)]
    for rank in range(2):
        passed = list(PithSites(str(tmp_path)).run(iter(pages[rank::2]), rank, 2))
        assert [each.id for each in passed] == [each.id for each in pages[rank::2]]
    assert len(PithSites.read(str(tmp_path))["example.org"]) == 6
    documents = list(PithExtractor(sites=str(tmp_path)).run(iter(pages)))
    assert len(documents) == 6
    assert all("keeper of lighthouse" in each.text and BOX not in each.text for each in documents)


def test_extracts_one_text_as_other_extractors_do() -> None:
    assert "keeper of lighthouse 7" in PithExtractor().extract(page(7))


def test_refuses_an_output_that_is_none() -> None:
    with pytest.raises(ValueError, match="text or markdown"):
        PithExtractor(output="pdf")
