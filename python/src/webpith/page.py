"""Pages to extract."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Union

from .site import SiteMemory


@dataclass(frozen=True)
class Page:
    """A page with optional metadata. Prefer bytes to text: the encoding is then detected."""

    html: str | bytes
    url: str | None = None
    """Makes links absolute and improves extraction."""
    id: str | None = None
    """Any id; copied to the article."""
    date: str | None = None
    """Any date, such as that of the fetch; copied to the article."""
    charset: str | None = None
    """The encoding given by the transport; only for bytes."""
    site: SiteMemory | None = None
    """Other pages of its site, whose common text is dropped."""

    def encoded(self) -> tuple[bytes, str | None]:
        """The bytes of the page and their encoding, if known."""
        if isinstance(self.html, str):
            # Scrapers produce unpaired surrogates, which UTF-8 cannot encode.
            return self.html.encode("utf-8", "replace"), "utf-8"
        return self.html, self.charset


PageLike = Union[str, bytes, bytearray, memoryview, Page]


def page_of(page: PageLike, url: str | None = None) -> Page:
    if isinstance(page, Page):
        return page if url is None else replace(page, url=url)
    if isinstance(page, (bytearray, memoryview)):
        return Page(bytes(page), url)
    if isinstance(page, (str, bytes)):
        return Page(page, url)
    raise TypeError(f"expected a page as str, bytes or Page, got {type(page).__name__}")
