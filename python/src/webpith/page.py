"""Pages sent to the command."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Union


@dataclass(frozen=True)
class Page:
    """A page with optional metadata. Prefer bytes to text: Pith then detects the encoding."""

    html: str | bytes
    url: str | None = None
    """Makes links absolute and improves extraction."""
    id: str | None = None
    """Any id; copied to the article."""
    date: str | None = None
    charset: str | None = None
    """The encoding given by the transport; only for bytes."""


PageLike = Union[str, bytes, Page]


def page_of(page: PageLike) -> Page:
    return page if isinstance(page, Page) else Page(page)


def line_of(page: Page) -> bytes:
    """Serialises a page as a line of JSON."""
    fields: dict[str, str] = {
        name: value
        for name, value in (("id", page.id), ("url", page.url), ("date", page.date), ("charset", page.charset))
        if value is not None
    }
    if isinstance(page.html, str):
        fields["html"] = page.html
    else:
        fields["base64"] = base64.b64encode(page.html).decode("ascii")
    # ASCII, since unpaired surrogates, which scrapers do produce, cannot be encoded as UTF-8.
    return json.dumps(fields).encode("ascii") + b"\n"
