"""Extraction of one page or many, chunks, and fetching."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args, overload

from .article import Article, article_of, snake_case
from .engine import MEMORY_LIMIT, Job
from .errors import PithError
from .options import (
    MAX_SIZE,
    TIME_LIMIT,
    Include,
    ModelPath,
    Options,
    Rules,
    check_positive,
    columns_of,
    options_of,
    request_of,
)
from .page import Page, PageLike, page_of
from .pool import answered, answers, cores
from .site import SiteMemory, site_of

Output = Literal["text", "markdown", "html", "json", "tei", "thread"]
OUTPUTS = get_args(Output)
LEAST_TOKENS = 16
"""The smallest size of chunks."""


@overload
def extract(
    html: PageLike,
    *,
    url: str | None = ...,
    output: Output,
    include: Include | None = ...,
    markdown: Mapping[str, str] | None = ...,
    lean: float | None = ...,
    rules: Rules | None = ...,
    site: SiteMemory | None = ...,
    model: ModelPath | None = ...,
    time_limit: float = ...,
    max_size: int = ...,
    memory_limit: int = ...,
) -> str: ...


@overload
def extract(
    html: PageLike,
    *,
    url: str | None = ...,
    columns: Sequence[str] | None = ...,
    include: Include | None = ...,
    markdown: Mapping[str, str] | None = ...,
    lean: float | None = ...,
    rules: Rules | None = ...,
    site: SiteMemory | None = ...,
    model: ModelPath | None = ...,
    time_limit: float = ...,
    max_size: int = ...,
    memory_limit: int = ...,
) -> Article: ...


def extract(
    html: PageLike,
    *,
    url: str | None = None,
    output: Output | None = None,
    columns: Sequence[str] | None = None,
    include: Include | None = None,
    markdown: Mapping[str, str] | None = None,
    lean: float | None = None,
    rules: Rules | None = None,
    site: SiteMemory | None = None,
    model: ModelPath | None = None,
    time_limit: float = TIME_LIMIT,
    max_size: int = MAX_SIZE,
    memory_limit: int = MEMORY_LIMIT,
) -> Article | str:
    """Extracts the main content of a page.

    Returns an `Article` with the given columns (default: type, confidence, title, language, text), or with ``output`` a
    string: ``text``, ``markdown``, ``html``, ``json``, ``tei`` or ``thread``. Raises `PithError` if the page cannot be
    extracted.

    Args:
        html: text, bytes (preferred: the encoding is detected) or a `Page`.
        url: makes links absolute and improves extraction.
        output: returns this text instead of an article.
        columns: fields of the article, or ``"all"``. Authors and dates take more time than the default columns.
        include: parts of the texts, as a list of those to add, such as ``["title", "comments"]``, or as a dict, such as
            ``{"tables": False}``.
        markdown: how Markdown is written, such as ``{"links": "none"}``.
        lean: favours precision (down to -1) or recall (up to 1).
        rules: selectors of elements to keep or drop, such as ``{"drop": [".promo"]}``.
        site: other pages of the site, whose common text is dropped.
        model: path of a model that ``pith train`` wrote.
        time_limit: seconds.
        max_size: bytes of the page.
        memory_limit: megabytes of the process that extracts.

    The first call starts a process, which takes some tenths of a second, and keeps it for later calls.
    """
    options = options_of(include, markdown, lean, rules, model, time_limit, max_size, memory_limit)
    page = page_of(html, url)
    if site is not None:
        page = replace(page, site=site)
    if output is not None:
        if columns is not None:
            raise ValueError("expected output or columns, got both; an output is returned as a string")
        return str(_result(page, {"do": "output", "format": output}, options)["output"])
    names = columns_of(columns)
    return article_of(page, _result(page, request_of(names), options)["columns"], names)


def extract_many(
    pages: Iterable[PageLike],
    *,
    columns: Sequence[str] | None = None,
    include: Include | None = None,
    markdown: Mapping[str, str] | None = None,
    lean: float | None = None,
    rules: Rules | None = None,
    sites: Mapping[str, SiteMemory] | None = None,
    model: ModelPath | None = None,
    workers: int | None = None,
    time_limit: float = TIME_LIMIT,
    max_size: int = MAX_SIZE,
    memory_limit: int = MEMORY_LIMIT,
) -> Iterator[Article]:
    """Yields the articles of many pages in order, reading a few pages ahead.

    ``workers`` is the number of processes, by default one per core. A page that cannot be extracted, takes too long or
    ends its process becomes an `Article` with ``error``; invalid options raise `ValueError`. ``sites`` has the memories of
    sites by `site_of`, as `site_memories` returns them. The other options are those of `extract`.
    """
    if isinstance(pages, (str, bytes, bytearray, memoryview, Page)):
        raise TypeError(f"expected an iterable of pages, got {type(pages).__name__}; use extract() for one page")
    options = options_of(include, markdown, lean, rules, model, time_limit, max_size, memory_limit)
    if sites is not None:
        pages = (_with_memory(page_of(page), sites) for page in pages)
    return articles_of(pages, columns_of(columns), options, workers)


def _with_memory(page: Page, sites: Mapping[str, SiteMemory]) -> Page:
    memory = sites.get(site_of(page.url) or "")
    return page if memory is None or page.site is not None else replace(page, site=memory)


def site_memories(pages: Iterable[PageLike], *, workers: int | None = None) -> dict[str, SiteMemory]:
    """Reads the fingerprints of pages: the memories of the sites with several, by `site_of`, for ``sites`` of `extract_many`."""
    memories: dict[str, SiteMemory] = {}
    for article in extract_many(pages, columns=["fingerprint"], workers=workers):
        site = site_of(article.url)
        if site is not None and article.fingerprint is not None:
            memories.setdefault(site, SiteMemory()).add(article.fingerprint)
    return {site: memory for site, memory in memories.items() if len(memory) > 1}


def articles_of(
    pages: Iterable[PageLike], columns: Sequence[str], options: Options, workers: int | None
) -> Iterator[Article]:
    count = cores() if workers is None else workers
    check_positive("workers", count)
    return _articles(pages, columns, options, count)


def _articles(pages: Iterable[PageLike], columns: Sequence[str], options: Options, workers: int) -> Iterator[Article]:
    request = request_of(columns)
    waiting: deque[Page] = deque()

    def jobs() -> Iterator[Job]:
        for each in pages:
            page = page_of(each)
            # The article needs only the address, id and date of its page, not the HTML.
            waiting.append(Page("", page.url, page.id, page.date))
            yield options.job(page, request)

    for job in answers(jobs(), workers, options.memory_limit, options.prepare):
        page = waiting.popleft()
        answer = checked(job)
        yield article_of(page, answer.get("columns", {}), columns, answer.get("error"))


@dataclass(frozen=True)
class Chunk:
    """A part of an article's text for an index or a model."""

    index: int
    text: str
    tokens: int
    path: list[str]
    """Title of the article and the headings above, outermost first."""
    start: int
    end: int
    overlap: int = 0
    """Number of characters repeated from the previous chunk."""
    anchor: str | None = None
    """The page's own anchor of the nearest heading at or above the start."""
    url: str | None = None
    """The article's URL with the anchor as its fragment."""
    facts: dict[str, Any] | None = None
    """Title, authors, dates, site, language and type of the article, if requested."""
    post: dict[str, Any] | None = None
    """The post or comment that it belongs to, if facts are requested."""


_CHUNK_FIELDS = frozenset(Chunk.__dataclass_fields__)


def chunks(
    html: PageLike,
    size: int = 500,
    *,
    url: str | None = None,
    overlap: int = 0,
    output: Literal["text", "markdown"] = "text",
    facts: bool = False,
    include: Include | None = None,
    markdown: Mapping[str, str] | None = None,
    lean: float | None = None,
    rules: Rules | None = None,
    model: ModelPath | None = None,
    time_limit: float = TIME_LIMIT,
    max_size: int = MAX_SIZE,
    memory_limit: int = MEMORY_LIMIT,
) -> list[Chunk]:
    """Splits the content of a page at headings, paragraphs, items and rows into chunks of at most ``size`` tokens.

    ``overlap`` tokens are repeated from the previous chunk. With ``facts``, every chunk has the metadata of the article.
    The other options are those of `extract`.
    """
    if isinstance(size, bool) or not isinstance(size, int) or size < LEAST_TOKENS:
        raise ValueError(f"expected size as a number of tokens, at least {LEAST_TOKENS}, got {size!r}")
    options = options_of(include, markdown, lean, rules, model, time_limit, max_size, memory_limit)
    wanted = {"size": size, "overlap": overlap, "format": output, "facts": facts}
    found = _result(page_of(html, url), {"do": "chunks", "chunks": wanted}, options)["chunks"]
    return [_chunk_of(fields) for fields in found]


def _chunk_of(fields: Mapping[str, Any]) -> Chunk:
    values = {snake_case(name): value for name, value in fields.items()}
    return Chunk(**{name: value for name, value in values.items() if name in _CHUNK_FIELDS})


def fetch(
    url: str,
    *,
    timeout: float = 20.0,
    max_size: int = 50_000_000,
    max_redirects: int = 10,
    user_agent: str | None = None,
    headers: Mapping[str, str] | None = None,
    allow_private: bool = False,
) -> Page:
    """Fetches a page; ``extract(fetch(url))`` extracts it.

    Private and loopback addresses are refused unless ``allow_private`` is set, also as the target of a redirect. Raises
    `PithError` for every failure. Proxies are those of the environment (``https_proxy``, ``no_proxy``).
    """
    check_positive("timeout", timeout)
    check_positive("max_size", max_size)
    options = {
        "timeout": round(timeout * 1000),
        "maxSize": max_size,
        "maxRedirects": max_redirects,
        "allowPrivate": allow_private,
        **({} if user_agent is None else {"userAgent": user_agent}),
        **({} if headers is None else {"headers": dict(headers)}),
    }
    # Node enforces the time limit itself; this one is for a process that does not answer.
    job = Job({"do": "fetch", "address": url, "options": options}, b"", timeout + 10)
    done = answered(job, MEMORY_LIMIT, lambda _: None)
    answer = checked(done)
    if "error" in answer:
        raise PithError(_in_python(answer["error"]))
    return Page(done.body, answer["url"], charset=answer.get("charset"))


def _in_python(message: str) -> str:
    """The message of the library, with the arguments of `fetch` in place of its options."""
    return message.replace("set allowPrivate", "set allow_private=True").replace("raise maxSize", "raise max_size")


def _result(page: Page, request: Mapping[str, Any], options: Options) -> dict[str, Any]:
    answer = checked(answered(options.job(page, request), options.memory_limit, options.prepare))
    if "error" in answer:
        raise PithError(answer["error"])
    return answer


def checked(job: Job) -> dict[str, Any]:
    """The answer to a job; raises if its options are invalid."""
    assert job.answer is not None
    if job.answer.get("code") == "bad-option":
        raise ValueError(job.answer["error"])
    return job.answer
