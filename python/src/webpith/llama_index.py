"""Pith for LlamaIndex: ``pip install webpith llama-index-core``.

from webpith.llama_index import PithReader

documents = PithReader(chunk_size=500).load_data(["https://example.org/story"])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from .documents import Settings, Source, documents_of, sources_of


class PithReader(BaseReader):
    """Reads the main content of web pages as Markdown documents; the options are those of `webpith.langchain.PithLoader`."""

    def __init__(
        self,
        *,
        chunk_size: int | None = None,
        overlap: int = 0,
        skip_errors: bool = False,
        extract_options: Mapping[str, Any] | None = None,
        fetch_options: Mapping[str, Any] | None = None,
    ) -> None:
        self.settings = Settings(chunk_size, overlap, skip_errors, extract_options or {}, fetch_options or {})

    def lazy_load_data(self, sources: Source | Sequence[Source]) -> Iterable[Document]:
        for text, metadata in documents_of(sources_of(sources), self.settings):
            yield Document(text=text, metadata=metadata)
