"""Fetching, and the command line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from conftest import page

from webpith import PithError, extract, fetch
from webpith.__main__ import main


def test_fetches_a_page(site: str) -> None:
    fetched = fetch(f"{site}/away", allow_private=True)
    assert fetched.url == f"{site}/7"
    assert fetched.charset == "utf-8"
    article = extract(fetched)
    assert (article.title, article.url) == ("Lighthouse 7", f"{site}/7")


def test_refuses_private_addresses_and_reports_failures(site: str) -> None:
    with pytest.raises(PithError, match="allow_private=True"):
        fetch(f"{site}/7")
    with pytest.raises(PithError, match="404"):
        fetch(f"{site}/none", allow_private=True)
    with pytest.raises(PithError, match="max_size"):
        fetch(f"{site}/7", allow_private=True, max_size=100)
    with pytest.raises(PithError):
        fetch("file:///etc/hostname")
    with pytest.raises(ValueError, match="timeout"):
        fetch(f"{site}/7", timeout=0)


def test_the_command_prints_pages(site: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "page.html"
    file.write_text(page(3))
    assert main([str(file), f"{site}/4", "--allow-private", "--output", "markdown", "--include", "title"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# Lighthouse 3\n") and "\n# Lighthouse 4\n" in out
    assert main([str(file), "--columns", "title", "--url", "https://example.org/3"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["title"], printed["url"]) == ("Lighthouse 3", "https://example.org/3")
    assert main([str(file), "--chunks", "40"]) == 0
    assert all(json.loads(line)["tokens"] <= 40 for line in capsys.readouterr().out.splitlines())


def test_the_command_reads_standard_input_and_reports_failures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(page(2).encode())))
    assert main(["-", str(tmp_path / "none.html")]) == 1
    captured = capsys.readouterr()
    assert "keeper of lighthouse 2" in captured.out
    assert "none.html" in captured.err
    assert main([str(tmp_path), "--columns", "nonsense"]) == 1
    with pytest.raises(SystemExit):
        main(["--output", "pdf", "-"])
