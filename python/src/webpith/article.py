"""What comes out of a page."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass, field
from typing import Any, Mapping, TypedDict


class PostQuote(TypedDict, total=False):
    """What a post quotes."""

    author: str
    text: str
    url: str


class Post(TypedDict, total=False):
    """A reader's comment, or a post of a discussion; ``text`` and ``depth`` are always there."""

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
    """An entry of a listing; ``title`` is always there."""

    title: str
    url: str
    summary: str
    image: str
    published: str
    price: str


class Product(TypedDict, total=False):
    """What a product page says about its product."""

    price: str
    currency: str
    description: str
    specification: list[tuple[str, str]]


@dataclass(frozen=True)
class Article:
    """A page as a person would read it. What was not asked for, or is not there, is ``None`` or empty."""

    id: str | None = None
    url: str | None = None
    date: str | None = None
    digest: str | None = None
    """SHA-256 of the page's bytes."""
    error: str | None = None
    """Why there is no article; only from ``extract_many``."""
    canonical_url: str | None = None
    type: str | None = None
    """``article``, ``forum``, ``listing``, ``collection``, ``product``, ``documentation``, ``service`` or ``other``."""
    types: dict[str, float] = field(default_factory=dict)
    not_content: str | None = None
    needs_rendering: bool = False
    confidence: float | None = None
    title: str | None = None
    authors: list[str] = field(default_factory=list)
    published: str | None = None
    """ISO 8601: a day, or a time."""
    modified: str | None = None
    site_name: str | None = None
    description: str | None = None
    image: str | None = None
    language: str | None = None
    direction: str | None = None
    tags: list[str] = field(default_factory=list)
    section: str | None = None
    license: str | None = None
    paywalled: bool | None = None
    sources: dict[str, str] = field(default_factory=dict)
    text: str | None = None
    markdown: str | None = None
    html: str | None = None
    content: list[dict[str, Any]] = field(default_factory=list)
    comments: list[Post] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    product: Product | None = None
    next_page: str | None = None
    previous_page: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    structure: str | None = None
    """Fingerprint of how the page is built; only where the column is asked for by name."""


def snake_case(name: str) -> str:
    """``canonicalUrl`` as Python writes it."""
    return re.sub(r"[A-Z]", lambda capital: "_" + capital.group().lower(), name)


def camel_case(name: str) -> str:
    """``canonical_url`` as the command writes it."""
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


FIELDS = {each.name: each for each in dataclasses.fields(Article)}
RECORD_FIELDS = ("id", "url", "date", "digest", "error")
"""Those that are always there; the others are columns that can be asked for."""
COLUMNS = tuple(name for name in FIELDS if name not in RECORD_FIELDS)


def article_of(row: Mapping[str, Any]) -> Article:
    """The article of a row; columns of later versions of the command are passed over."""
    values = {snake_case(name): value for name, value in row.items()}
    return Article(**{name: value for name, value in values.items() if name in FIELDS})
