"""One page and many, through the command that `PITH` names."""

from __future__ import annotations

import multiprocessing
import threading
from typing import Iterator

import pytest
from conftest import page

from webpith import Article, Page, PithError, extract, extract_many
from webpith.article import COLUMNS


def test_extracts_a_page() -> None:
    article = extract(page(1), url="https://example.org/light/1")
    assert isinstance(article, Article)
    assert article.title == "Lighthouse 1"
    assert article.language == "en"
    assert article.url == "https://example.org/light/1"
    assert article.type in ("article", "documentation", "other")
    assert 0 < (article.confidence or 0) <= 1
    assert article.text is not None and "keeper of lighthouse 1" in article.text
    assert "Home" not in article.text
    assert article.markdown and article.html and article.content
    assert article.authors == [] and article.comments == []
    assert article.digest is not None and len(article.digest) == 64


def test_finds_the_encoding_of_bytes() -> None:
    told = page(1).replace("keeper", "gardé").encode("windows-1252")
    declared = extract(Page(told, charset="windows-1252"), columns=["text"])
    assert "gardé" in (declared.text or "")


def test_takes_text_that_is_no_unicode() -> None:
    assert "lighthouse 3" in (extract(page(3) + "\ud800", columns=["text"]).text or "")


def test_gives_only_what_is_asked_for_and_with_what_is_included() -> None:
    article = extract(page(2), columns=["text"], include=["title"])
    assert article.text is not None and article.text.startswith("Lighthouse 2")
    assert article.title is None and article.content == []


def test_writes_markdown_as_requested() -> None:
    html = page(2) + '<p>The lamp of the <a href="https://example.org/tower">tower</a> was lit every evening before dusk.</p>'
    linked = extract(html, columns=["markdown"]).markdown or ""
    plain = extract(html, columns=["markdown"], markdown={"links": "none"}).markdown or ""
    assert plain == linked.replace("[tower](https://example.org/tower)", "tower")
    with pytest.raises(ValueError, match="links to be one of inline, reference, none"):
        extract(html, markdown={"links": "footer"})


def test_a_failed_page_is_an_error_and_the_next_one_is_not() -> None:
    with pytest.raises(PithError, match="larger than allowed"):
        extract("<p>" + "x" * 5000, max_size=1000, columns=["text"])
    assert extract("<p>A short page about the sea.", max_size=1000, columns=["text"]).error is None


@pytest.mark.parametrize("columns", [["titel"], "title", []])
def test_refuses_columns_that_are_none(columns: list[str]) -> None:
    with pytest.raises(ValueError, match="expected columns"):
        extract(page(1), columns=columns)


def test_reports_how_to_install_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITH")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(PithError, match="npm install"):
        extract(page(1), columns=["title"])
    with pytest.raises(PithError, match="npm install"):
        extract(page(1), command=["/nowhere/pith"])


def test_reports_stderr_of_a_failed_command() -> None:
    with pytest.raises(PithError, match="code 3 .*: out of order"):
        extract(page(1), command=["sh", "-c", "echo out of order >&2; exit 3"])


def test_many_pages_come_in_order_and_a_bad_one_stops_none() -> None:
    def pages() -> Iterator[Page]:
        for number in range(150):
            html = page(number) if number != 70 else "<p>" + "x" * 30_000
            yield Page(html, id=f"p{number}")

    articles = list(extract_many(pages(), columns=["title", "text"], workers=2, max_size=20_000))
    assert [article.id for article in articles] == [f"p{number}" for number in range(150)]
    assert [article.error is None for article in articles] == [number != 70 for number in range(150)]
    assert articles[149].title == "Lighthouse 149"


def test_holds_few_of_endless_pages_and_ends_when_nobody_asks() -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield page(taken)

    articles = extract_many(endless(), columns=["title"])
    assert [next(articles).title for _ in range(3)] == ["Lighthouse 1", "Lighthouse 2", "Lighthouse 3"]
    assert taken <= 100
    articles.close()  # type: ignore[attr-defined]
    assert threading.active_count() < 20


def _title_in_child(results: "multiprocessing.SimpleQueue[str | None]") -> None:
    results.put(extract(page(5), columns=["title"]).title)


def test_works_behind_a_fork() -> None:
    assert extract(page(4), columns=["title"]).title == "Lighthouse 4"
    context = multiprocessing.get_context("fork")
    results = context.SimpleQueue()
    child = context.Process(target=_title_in_child, args=(results,))
    child.start()
    assert results.get() == "Lighthouse 5"
    child.join()
    assert child.exitcode == 0
    assert extract(page(6), columns=["title"]).title == "Lighthouse 6"


def test_knows_every_column_of_the_command() -> None:
    with pytest.raises(PithError) as refused:
        extract(page(1), command=_asking_for("nonsense"))
    listed = str(refused.value).split("use some of all, ")[1].split(";")[0].split(", ")
    from webpith.article import camel_case

    assert sorted(camel_case(name) for name in COLUMNS) == sorted(listed)


def _asking_for(column: str) -> list[str]:
    import os
    import shlex

    return ["sh", "-c", f"exec {os.environ['PITH']} pipe --columns {shlex.quote(column)}"]
