"""Pages as they are sent to the command."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Union


@dataclass(frozen=True)
class Page:
    """A page and what is known of it. Bytes are better than text: then Pith finds the encoding."""

    html: str | bytes
    url: str | None = None
    """Makes links absolute, and is evidence about the page."""
    id: str | None = None
    """Any name of yours: the article has it too."""
    date: str | None = None
    charset: str | None = None
    """The encoding that the transport named; only for bytes."""


PageLike = Union[str, bytes, Page]
"""HTML, or a page."""


def page_of(page: PageLike) -> Page:
    """The page itself, or one made of HTML."""
    return page if isinstance(page, Page) else Page(page)


def line_of(page: Page) -> bytes:
    """A page as a line of JSON."""
    fields: dict[str, str] = {
        name: value
        for name, value in (("id", page.id), ("url", page.url), ("date", page.date), ("charset", page.charset))
        if value is not None
    }
    if isinstance(page.html, str):
        fields["html"] = page.html
    else:
        fields["base64"] = base64.b64encode(page.html).decode("ascii")
    # As ASCII: half of a surrogate pair, which scrapers do produce, cannot be written as UTF-8.
    return json.dumps(fields).encode("ascii") + b"\n"
