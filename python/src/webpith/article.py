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
    """The address that the page calls its own."""
    type: str | None = None
    """``article``, ``forum``, ``listing``, ``collection``, ``product``, ``documentation``, ``service`` or ``other``."""
    types: dict[str, float] = field(default_factory=dict)
    """Probability of each type."""
    not_content: str | None = None
    """Why the page is none to read (``error page``, ``cookie wall``, ``no text``, …); its type is ``other`` then."""
    needs_rendering: bool | None = None
    """True where the page holds little text and a shell that its scripts fill: draw it in a browser first."""
    confidence: float | None = None
    """How good this extraction is likely to be, 0 to 1: of pages said to be 0.9, nine in ten are well extracted."""
    title: str | None = None
    """Without the name of the site."""
    authors: list[str] = field(default_factory=list)
    """Names in the order of the page."""
    published: str | None = None
    """ISO 8601, as precise as the page gives it."""
    modified: str | None = None
    """ISO 8601, as precise as the page gives it."""
    site_name: str | None = None
    """Name of the site."""
    description: str | None = None
    """What the page says it is about."""
    image: str | None = None
    """The lead image."""
    language: str | None = None
    """BCP 47."""
    direction: str | None = None
    """From left to right or from right to left."""
    tags: list[str] = field(default_factory=list)
    """Keywords."""
    section: str | None = None
    """The part of the site that it belongs to."""
    license: str | None = None
    """Address or name of the licence."""
    paywalled: bool | None = None
    """Whether the page says that it is not free to read."""
    reading_time: float | None = None
    """Whole minutes that it takes to read the text, by its language."""
    sources: dict[str, str] = field(default_factory=dict)
    """Where each of the fields above was found: ``title`` → ``json-ld``."""
    text: str | None = None
    """Plain text."""
    markdown: str | None = None
    """GitHub-flavoured."""
    html: str | None = None
    """Sanitised by an allow-list."""
    content: list[dict[str, Any]] = field(default_factory=list)
    """The content tree."""
    comments: list[Post] = field(default_factory=list)
    """Reader comments beneath an article."""
    posts: list[Post] = field(default_factory=list)
    """The posts of a page of type ``forum``, or of one whose records or data say that it is a thread, in order."""
    items: list[Item] = field(default_factory=list)
    """The entries of a ``listing`` or ``collection``."""
    product: Product | None = None
    """Price and specification of a ``product`` page."""
    next_page: str | None = None
    """Address of the page of the same thread or article behind this one, where it links to it."""
    previous_page: str | None = None
    """Address of the one before."""
    facts: dict[str, Any] = field(default_factory=dict)
    """Title, authors and dates with how sure each is, pictures, media, feeds, other languages, neighbours in a series."""
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
