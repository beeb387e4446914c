"""The extracted article."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from .page import Page


class PostQuote(TypedDict, total=False):
    """A quotation in a post."""

    author: str
    text: str
    url: str


class Post(TypedDict, total=False):
    """A reader's comment, or a post of a discussion; ``text`` and ``depth`` are always present."""

    author: str
    authorUrl: str
    published: str
    depth: int
    parent: int
    number: int
    url: str
    accepted: bool
    votes: int
    quotes: list[PostQuote]
    signature: str
    sources: dict[str, str]
    text: str
    content: list[dict[str, Any]]


class Item(TypedDict, total=False):
    """An entry of a listing; ``title`` is always present."""

    title: str
    url: str
    summary: str
    image: str
    published: str
    price: str


class Product(TypedDict, total=False):
    """Details of a product page."""

    price: str
    currency: str
    description: str
    specification: list[tuple[str, str]]


class Article:
    """The main content and metadata of a page.

    A field that the page does not have is ``None`` or empty. A field that was not among the columns is no attribute.
    """

    id: str | None
    url: str | None
    date: str | None
    error: str | None
    """Reason there is no article; only set by ``extract_many``."""
    digest: str | None
    """SHA-256 of the page's bytes."""
    # fields
    canonical_url: str | None
    """The canonical URL declared by the page."""
    type: str | None
    """``article``, ``forum``, ``listing``, ``collection``, ``product``, ``documentation``, ``service`` or ``other``."""
    types: dict[str, float]
    """Probability of each type."""
    not_content: str | None
    """Why the page has no content (``error page``, ``cookie wall``, ``no text``, …); its type is then ``other``."""
    needs_rendering: bool | None
    """True if the page has little text and an empty shell that scripts fill: render it in a browser first."""
    confidence: float | None
    """Expected quality of this extraction, 0 to 1: of pages with 0.9, nine in ten are well extracted."""
    title: str | None
    """Title, without the name of the site."""
    authors: list[str]
    """Names of the authors, in page order."""
    published: str | None
    """Publication date in ISO 8601, as precise as on the page."""
    modified: str | None
    """Date of the last change in ISO 8601, as precise as on the page."""
    site_name: str | None
    """Name of the site."""
    description: str | None
    """Description from the page's metadata."""
    image: str | None
    """URL of the lead image."""
    language: str | None
    """BCP 47 language tag."""
    direction: str | None
    """Text direction."""
    tags: list[str]
    """Keywords."""
    section: str | None
    """Section of the site."""
    license: str | None
    """URL or name of the licence."""
    paywalled: bool | None
    """True if the page declares that it is not free to read."""
    reading_time: float | None
    """Reading time in whole minutes, at the usual speed for the language."""
    hidden: float | None
    """Number of words left out because readers cannot see them; ``include: { hidden: true }`` brings them back."""
    sources: dict[str, str]
    """Source of each of the fields above: ``title`` → ``json-ld``."""
    text: str | None
    """Plain text."""
    markdown: str | None
    """GitHub-flavoured Markdown."""
    html: str | None
    """HTML, sanitised by an allow-list."""
    content: list[dict[str, Any]]
    """The content tree."""
    comments: list[Post]
    """Reader comments below an article."""
    posts: list[Post]
    """Posts in page order, on a page of type ``forum`` or one whose structure or data show a discussion."""
    items: list[Item]
    """The entries of a ``listing`` or ``collection``."""
    product: Product | None
    """Price and specification of a ``product`` page."""
    next_page: str | None
    """URL of the next page of the same discussion or article, where linked."""
    previous_page: str | None
    """URL of the previous page, where linked."""
    facts: dict[str, Any]
    """Title, authors and dates with confidences; pictures, media, feeds, other languages, neighbours in a series."""
    # /fields
    structure: str | None
    """Fingerprint of the page structure, for comparing templates."""
    fingerprint: str | None
    """Hashes of the texts of the page, for a `SiteMemory`."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.__dict__.update(values)

    def to_dict(self) -> dict[str, Any]:
        """The fields of the article and the page."""
        return dict(self.__dict__)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Article) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = (f"{name}={_short(value)}" for name, value in self.__dict__.items() if value not in (None, [], {}))
        return f"Article({', '.join(shown)})"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in COLUMNS:
                raise AttributeError(f"the article was extracted without {name}; add {name!r} to columns")
            raise AttributeError(f"an article has no field {name!r}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def snake_case(name: str) -> str:
    """``canonicalUrl`` → ``canonical_url``."""
    return re.sub(r"[A-Z]", lambda capital: "_" + capital.group().lower(), name)


def camel_case(name: str) -> str:
    """``canonical_url`` → ``canonicalUrl``."""
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


TYPES: dict[str, str] = dict(Article.__annotations__)
"""The type of each field, as it is written above."""
PAGE_FIELDS = ("id", "url", "date", "error")
"""Always present; the other fields are columns that can be selected."""
COLUMNS = tuple(name for name in TYPES if name not in PAGE_FIELDS)
ALL_COLUMNS = tuple(name for name in COLUMNS if name not in ("structure", "fingerprint"))
"""Those of ``columns="all"``: the others describe the page for comparisons with other pages."""
DEFAULT_COLUMNS = ("type", "confidence", "title", "language", "text")
"""Those that take little time beside the text; authors and dates take more (``docs/results/throughput.md``)."""


def article_of(page: Page, values: Mapping[str, Any], columns: Sequence[str], error: str | None = None) -> Article:
    """The article with these columns, from the values of the library."""
    fields: dict[str, Any] = {"id": page.id, "url": page.url, "date": page.date, "error": error}
    for name in columns:
        value = values.get(camel_case(name))
        fields[name] = _empty(TYPES[name]) if value is None else value
    return Article(fields)


def _empty(annotation: str) -> list[Any] | dict[str, Any] | None:
    if annotation.startswith("list"):
        return []
    return {} if annotation.startswith("dict") else None
