"""Pages as Markdown with metadata; shared by LangChain and LlamaIndex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from .errors import PithError
from .extraction import chunks, extract, fetch
from .page import Page

Source = Union[str, Page]
"""The address of a page, or a page that was already fetched."""

METADATA = ("title", "authors", "published", "site_name", "language", "type")


@dataclass(frozen=True)
class Settings:
    chunk_size: int | None = None
    overlap: int = 0
    skip_errors: bool = False
    extract_options: Mapping[str, Any] = field(default_factory=dict)
    fetch_options: Mapping[str, Any] = field(default_factory=dict)


def sources_of(sources: Source | Sequence[Source]) -> Sequence[Source]:
    return [sources] if isinstance(sources, (str, Page)) else sources


def documents_of(sources: Iterable[Source], settings: Settings) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields Markdown and flat metadata, since vector stores accept no other."""
    for source in sources:
        try:
            page = fetch(source, **settings.fetch_options) if isinstance(source, str) else source
            found = [*_documents_of(page, settings)]
        except PithError:
            if not settings.skip_errors:
                raise
        else:
            yield from found


def _documents_of(page: Page, settings: Settings) -> Iterator[tuple[str, dict[str, Any]]]:
    article = extract(page, columns=["markdown", *METADATA], **settings.extract_options)
    metadata = _flat({"source": article.url, **{name: getattr(article, name) for name in METADATA}})
    if settings.chunk_size is None:
        if article.markdown:
            yield article.markdown, metadata
        return
    parts = chunks(
        page,
        settings.chunk_size,
        overlap=settings.overlap,
        output="markdown",
        facts=True,
        **settings.extract_options,
    )
    for part in parts:
        post = part.post or {}
        own = {
            "source": post.get("url") or part.url or article.url,
            "headings": " › ".join(part.path),
            "chunk": part.index,
            "tokens": part.tokens,
            "post_author": post.get("author"),
            "post_published": post.get("published"),
        }
        yield part.text, {**metadata, **_flat(own)}


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    joined = {name: ", ".join(value) if isinstance(value, list) else value for name, value in values.items()}
    return {name: value for name, value in joined.items() if value not in (None, "")}
