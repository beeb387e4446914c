"""Pith for LangChain: ``pip install webpith langchain-core``.

from webpith.langchain import PithLoader

documents = PithLoader(["https://example.org/story"], chunk_size=500).load()
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from .documents import Settings, Source, documents_of, sources_of


class PithLoader(BaseLoader):
    """Loads the main content of web pages as Markdown documents.

    Args:
        sources: addresses, or pages that were already fetched (`webpith.Page`).
        chunk_size: most tokens of a document. Default: one document per page.
        overlap: tokens repeated from the previous chunk.
        skip_errors: leaves out pages that fail.
        extract_options: options of `webpith.extract`, such as ``{"include": ["title"]}``.
        fetch_options: options of `webpith.fetch`, such as ``{"timeout": 5}``.
    """

    def __init__(
        self,
        sources: Source | Sequence[Source],
        *,
        chunk_size: int | None = None,
        overlap: int = 0,
        skip_errors: bool = False,
        extract_options: Mapping[str, Any] | None = None,
        fetch_options: Mapping[str, Any] | None = None,
    ) -> None:
        self.sources = sources_of(sources)
        self.settings = Settings(chunk_size, overlap, skip_errors, extract_options or {}, fetch_options or {})

    def lazy_load(self) -> Iterator[Document]:
        for text, metadata in documents_of(self.sources, self.settings):
            yield Document(page_content=text, metadata=metadata)
