"""Pith as an extractor of datatrove: ``pip install webpith datatrove``.

from webpith.datatrove import PithExtractor

LocalPipelineExecutor(pipeline=[WarcReader(...), PithExtractor(), JsonlWriter(...)])

With the pages of each site known, in two passes:

LocalPipelineExecutor(pipeline=[WarcReader(...), PithSites("sites")])
LocalPipelineExecutor(pipeline=[WarcReader(...), PithExtractor(sites="sites"), JsonlWriter(...)])
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from datatrove.data import Document, DocumentsPipeline
from datatrove.io import DataFolderLike, get_datafolder
from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.utils.logging import logger
from datatrove.utils.typeshelper import StatHints

from .article import Article
from .extraction import extract, extract_many
from .options import Include
from .page import Page
from .site import SiteMemory, site_of


class PithSites(PipelineStep):
    """Writes the memories of the sites of the documents to a folder, one file per task, and passes the documents on.

    Args:
        folder: where ``sites`` of `PithExtractor` finds them.
        workers: processes per task.
        timeout: seconds per page.
    """

    name = "⛏ Pith sites"
    type = "📊 - STATS"

    def __init__(self, folder: DataFolderLike, workers: int = 1, timeout: float = 30) -> None:
        super().__init__()
        self.folder = get_datafolder(folder)
        self.workers = workers
        self.timeout = timeout

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        memories: dict[str, SiteMemory] = {}
        pending: deque[Document] = deque()

        def pages() -> Iterator[Page]:
            for document in data or ():
                pending.append(document)
                yield Page(document.text, url=document.metadata.get("url"))

        options: dict[str, Any] = {"workers": self.workers, "time_limit": self.timeout}
        for article in extract_many(pages(), columns=["fingerprint"], **options):
            site = site_of(article.url)
            if site is not None and article.fingerprint is not None:
                memories.setdefault(site, SiteMemory()).add(article.fingerprint)
            yield pending.popleft()
        with self.folder.open(f"{rank:05d}.jsonl", "wt") as file:
            for site in sorted(memories):
                file.write(json.dumps({"site": site, "memory": memories[site].to_dict()}) + "\n")

    @staticmethod
    def read(folder: DataFolderLike) -> dict[str, SiteMemory]:
        """The memories of all tasks, of sites with several pages; they take up to 64 KB each."""
        memories: dict[str, SiteMemory] = {}
        source = get_datafolder(folder)
        for path in sorted(source.list_files(glob_pattern="*.jsonl")):
            with source.open(path, "rt") as file:
                for line in file:
                    entry = json.loads(line)
                    memories.setdefault(entry["site"], SiteMemory()).merge(SiteMemory.from_dict(entry["memory"]))
        return {site: memory for site, memory in memories.items() if len(memory) > 1}


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
        sites: folder of `PithSites`; what the pages of a site repeat is then dropped.
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
        sites: DataFolderLike | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(timeout)
        if output not in ("text", "markdown"):
            raise ValueError(f"expected output text or markdown, got {output!r}")
        self.output = output
        self.metadata = tuple(metadata)
        self.workers = workers
        self.sites = sites
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

        sites = None if self.sites is None else PithSites.read(self.sites)
        articles = extract_many(pages(), workers=self.workers, sites=sites, **self.options)
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
