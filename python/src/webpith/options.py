"""Options of the extraction, checked before a process is started."""

from __future__ import annotations

import difflib
import hashlib
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from .article import ALL_COLUMNS, COLUMNS, DEFAULT_COLUMNS, camel_case
from .engine import MEMORY_LIMIT, Engine, Job
from .page import Page

Include = Union[Sequence[str], Mapping[str, bool]]
Rules = Mapping[str, Sequence[str]]
ModelPath = Union[str, "os.PathLike[str]"]

TIME_LIMIT = 30.0
MAX_SIZE = 20_000_000
LOADING_LIMIT = 60.0


@dataclass(frozen=True)
class Options:
    """Options that are the same for all pages of a call."""

    library: dict[str, Any]
    model: Path | None
    time_limit: float
    max_size: int
    memory_limit: int

    def job(self, page: Page, request: Mapping[str, Any]) -> Job:
        """The job for a page; one that is too large is already answered."""
        content, charset = page.encoded()
        options = dict(self.library)
        if page.url is not None:
            options["url"] = page.url
        if charset is not None:
            options["charset"] = charset
        head = {**request, "options": options}
        if isinstance(page.html, str):
            head["isText"] = True
        if page.site is not None and len(page.site) > 0:
            head["site"] = page.site.to_dict()
        if self.model is not None:
            head["model"] = _digest_of(self.model)
        job = Job(head, content, self.time_limit)
        refusal = _refusal_of(page.html)
        if len(content) > self.max_size:
            refusal = f"the page is larger than allowed ({len(content)} bytes); raise max_size"
        if refusal is not None:
            job.page, job.answer = b"", {"error": refusal}
        return job

    def prepare(self, engine: Engine) -> None:
        """Loads the model into a process that does not have it."""
        if self.model is None:
            return
        digest = _digest_of(self.model)
        if digest in engine.models:
            return
        job = Job({"do": "model", "model": digest}, _file_of(self.model), LOADING_LIMIT)
        engine.submit(job)
        while job.answer is None:
            engine.wait()
        if "error" in job.answer:
            raise ValueError(f"cannot use the model {self.model}: {job.answer['error']}")
        engine.models.add(digest)


def _refusal_of(html: str | bytes) -> str | None:
    """The error for text that is the address or the file name of a page instead of the page."""
    if not isinstance(html, str) or len(html) > 4096:
        return None
    text = html.strip()
    if re.match(r"https?://\S+$", text):
        return f"expected the HTML of a page, got the address {text!r}; fetch it first: extract(fetch({text!r}))"
    if re.match(r"[^\s<>]+\.x?html?$", text):
        return f"expected the HTML of a page, got the file name {text!r}; read the file first, as bytes"
    return None


def options_of(
    include: Include | None,
    markdown: Mapping[str, str] | None,
    lean: float | None,
    rules: Rules | None,
    model: ModelPath | None,
    time_limit: float,
    max_size: int,
    memory_limit: int = MEMORY_LIMIT,
) -> Options:
    library: dict[str, Any] = {}
    if include is not None:
        library["include"] = _include_of(include)
    if markdown is not None:
        library["markdown"] = dict(markdown)
    if lean is not None:
        library["lean"] = lean
    if rules is not None:
        library["rules"] = {name: _selectors_of(name, selectors) for name, selectors in rules.items()}
    path = None if model is None else Path(model)
    if path is not None:
        _file_of(path)
    check_positive("time_limit", time_limit)
    check_positive("max_size", max_size)
    check_positive("memory_limit", memory_limit)
    return Options(library, path, time_limit, max_size, memory_limit)


def _include_of(include: Include) -> dict[str, bool]:
    if isinstance(include, Mapping):
        return dict(include)
    if isinstance(include, str):
        raise ValueError(f"expected include as a list such as ['title', 'comments'] or a dict, got {include!r}")
    return {name: True for name in include}


def _selectors_of(name: str, selectors: Sequence[str]) -> list[str]:
    if isinstance(selectors, str):
        raise ValueError(f"expected {name} in rules as a list of selectors such as ['.promo'], got {selectors!r}")
    return list(selectors)


def columns_of(columns: Sequence[str] | None) -> tuple[str, ...]:
    """Valid names of columns, each once."""
    if columns is None:
        return DEFAULT_COLUMNS
    if columns == "all":
        return ALL_COLUMNS
    if isinstance(columns, str) or not columns:
        raise ValueError(f"expected columns as a list of names such as ['title', 'text'], got {columns!r}")
    for name in columns:
        if name not in COLUMNS:
            near = difflib.get_close_matches(str(name), COLUMNS, 1)
            remedy = f"did you mean {near[0]}?" if near else "use some of these, or 'all'"
            raise ValueError(f"expected columns out of {', '.join(COLUMNS)}; got {name!r}; {remedy}")
    return tuple(dict.fromkeys(columns))


def request_of(columns: Sequence[str]) -> dict[str, Any]:
    return {"do": "columns", "columns": [camel_case(name) for name in columns]}


def check_positive(name: str, value: float) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
        raise ValueError(f"expected {name} as a number above 0, got {value!r}")


_files: dict[Path, tuple[int, bytes, str]] = {}


def _file_of(path: Path) -> bytes:
    return _read(path)[1]


def _digest_of(path: Path) -> str:
    return _read(path)[2]


def _read(path: Path) -> tuple[int, bytes, str]:
    """A model file with its digest, read again when it has changed."""
    try:
        changed = path.stat().st_mtime_ns
        known = _files.get(path)
        if known is None or known[0] != changed:
            content = path.read_bytes()
            known = _files[path] = (changed, content, hashlib.sha256(content).hexdigest())
    except OSError as cause:
        raise ValueError(f"cannot read the model {path} ({cause.strerror}); check the path") from cause
    return known
