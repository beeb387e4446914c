"""The extracted article."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass, field
from typing import Any, Mapping, TypedDict


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


@dataclass(frozen=True)
class Article:
    """The main content and metadata of a page. Fields that are missing or not requested are ``None`` or empty."""

    id: str | None = None
    url: str | None = None
    date: str | None = None
    digest: str | None = None
    """SHA-256 of the page's bytes."""
    error: str | None = None
    """Reason there is no article; only set by ``extract_many``."""
    # fields
    canonical_url: str | None = None
    """The canonical URL declared by the page."""
    type: str | None = None
    """``article``, ``forum``, ``listing``, ``collection``, ``product``, ``documentation``, ``service`` or ``other``."""
    types: dict[str, float] = field(default_factory=dict)
    """Probability of each type."""
    not_content: str | None = None
    """Why the page has no content (``error page``, ``cookie wall``, ``no text``, …); its type is then ``other``."""
    needs_rendering: bool | None = None
    """True if the page has little text and an empty shell that scripts fill: render it in a browser first."""
    confidence: float | None = None
    """Expected quality of this extraction, 0 to 1: of pages with 0.9, nine in ten are well extracted."""
    title: str | None = None
    """Title, without the name of the site."""
    authors: list[str] = field(default_factory=list)
    """Names of the authors, in page order."""
    published: str | None = None
    """Publication date in ISO 8601, as precise as on the page."""
    modified: str | None = None
    """Date of the last change in ISO 8601, as precise as on the page."""
    site_name: str | None = None
    """Name of the site."""
    description: str | None = None
    """Description from the page's metadata."""
    image: str | None = None
    """URL of the lead image."""
    language: str | None = None
    """BCP 47 language tag."""
    direction: str | None = None
    """Text direction."""
    tags: list[str] = field(default_factory=list)
    """Keywords."""
    section: str | None = None
    """Section of the site."""
    license: str | None = None
    """URL or name of the licence."""
    paywalled: bool | None = None
    """True if the page declares that it is not free to read."""
    reading_time: float | None = None
    """Reading time in whole minutes, at the usual speed for the language."""
    hidden: float | None = None
    """Number of words left out because readers cannot see them; ``include: { hidden: true }`` brings them back."""
    sources: dict[str, str] = field(default_factory=dict)
    """Source of each of the fields above: ``title`` → ``json-ld``."""
    text: str | None = None
    """Plain text."""
    markdown: str | None = None
    """GitHub-flavoured Markdown."""
    html: str | None = None
    """HTML, sanitised by an allow-list."""
    content: list[dict[str, Any]] = field(default_factory=list)
    """The content tree."""
    comments: list[Post] = field(default_factory=list)
    """Reader comments below an article."""
    posts: list[Post] = field(default_factory=list)
    """Posts in page order, on a page of type ``forum`` or one whose structure or data show a discussion."""
    items: list[Item] = field(default_factory=list)
    """The entries of a ``listing`` or ``collection``."""
    product: Product | None = None
    """Price and specification of a ``product`` page."""
    next_page: str | None = None
    """URL of the next page of the same discussion or article, where linked."""
    previous_page: str | None = None
    """URL of the previous page, where linked."""
    facts: dict[str, Any] = field(default_factory=dict)
    """Title, authors and dates with confidences; pictures, media, feeds, other languages, neighbours in a series."""
    # /fields
    structure: str | None = None
    """Fingerprint of the page structure; only if the column is requested by name."""


def snake_case(name: str) -> str:
    """``canonicalUrl`` → ``canonical_url``."""
    return re.sub(r"[A-Z]", lambda capital: "_" + capital.group().lower(), name)


def camel_case(name: str) -> str:
    """``canonical_url`` → ``canonicalUrl``."""
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


FIELDS = {each.name: each for each in dataclasses.fields(Article)}
RECORD_FIELDS = ("id", "url", "date", "digest", "error")
"""Always present; the other fields are columns that can be selected."""
COLUMNS = tuple(name for name in FIELDS if name not in RECORD_FIELDS)


def article_of(row: Mapping[str, Any]) -> Article:
    """The article of a row; unknown columns of later versions of the command are ignored."""
    values = {snake_case(name): value for name, value in row.items()}
    return Article(**{name: value for name, value in values.items() if name in FIELDS})
