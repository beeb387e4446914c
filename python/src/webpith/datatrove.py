"""Pith as an extractor of datatrove: ``pip install webpith datatrove``.

from webpith.datatrove import PithExtractor

LocalPipelineExecutor(pipeline=[WarcReader(...), PithExtractor(), JsonlWriter(...)])
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from datatrove.data import Document, DocumentsPipeline
from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.utils.logging import logger
from datatrove.utils.typeshelper import StatHints

from .article import Article
from .extraction import extract, extract_many
from .options import Include
from .page import Page


class PithExtractor(BaseExtractor):
    """Replaces the HTML of documents with their main content.

    Time and memory per page are limited, and a crash costs one page; the pages of a task stream through one process.

    Args:
        output: ``text`` or ``markdown``.
        metadata: fields added to the document's metadata, such as ``title`` and ``language``.
        include: additional parts of the text: ``title``, ``byline``, ``captions``, ``comments``, ``hidden``.
        workers: processes per task.
        timeout: seconds per page.
        markdown: how Markdown is written, such as ``{"links": "none"}``.
        options: further options of `webpith.extract_many`, such as ``{"lean": -0.5}``.
    """

    name = "⛏ Pith"

    def __init__(
        self,
        output: str = "text",
        metadata: Sequence[str] = ("title", "authors", "published", "language", "type", "confidence"),
        include: Include | None = None,
        workers: int = 1,
        timeout: float = 30,
        markdown: Mapping[str, str] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(timeout)
        if output not in ("text", "markdown"):
            raise ValueError(f"expected output text or markdown, got {output!r}")
        self.output = output
        self.metadata = tuple(metadata)
        self.workers = workers
        self._warned_error = False
        self.options: dict[str, Any] = {
            "columns": [output, *self.metadata],
            "include": include,
            "markdown": markdown,
            "time_limit": timeout,
            **(options or {}),
        }

    def extract(self, text: str) -> str:
        """Extracts the text of one page."""
        return self._text_of(extract(text, **self.options))

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        """Streams the documents through the process."""
        pending: deque[Document] = deque()

        def pages() -> Iterator[Page]:
            for document in data or ():
                self.stat_update(StatHints.total)
                pending.append(document)
                yield Page(document.text, url=document.metadata.get("url"))

        articles = extract_many(pages(), workers=self.workers, **self.options)
        while True:
            with self.track_time():
                article = next(articles, None)
            if article is None:
                return
            document = pending.popleft()
            if article.error is not None:
                self._count_error(article.error)
                continue
            self.stat_update("extracted")
            document.text = self._text_of(article)
            document.metadata.update(self._metadata_of(article))
            if not document.text:
                self.stat_update(StatHints.dropped)
                continue
            self.stat_update(StatHints.forwarded)
            self.update_doc_stats(document)
            yield document

    def _text_of(self, article: Article) -> str:
        text: str | None = getattr(article, self.output)
        return text or ""

    def _metadata_of(self, article: Article) -> dict[str, Any]:
        values = {name: getattr(article, name) for name in self.metadata}
        return {name: value for name, value in values.items() if value is not None}

    def _count_error(self, error: str) -> None:
        self.stat_update("clean_error")
        if not self._warned_error:
            logger.warning(f'"{error}" while extracting a page, which is skipped. Further errors are not logged.')
            self._warned_error = True
