"""Memory of other pages of the same site, used to drop text that repeats from page to page."""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

MOST_PAGES = 32
_FORMAT = {"format": "webpith-site-memory", "version": 1}
_HEAD = struct.Struct("<HHII")


class SiteMemory:
    """The fingerprints of at most 32 pages of a site: those with the latest day, and of one day those with the lowest hash.

    The order of ``add`` and ``merge`` does not matter.
    """

    def __init__(self) -> None:
        self._pages: dict[int, tuple[float, str]] = {}

    def __len__(self) -> int:
        return len(self._pages)

    def add(self, fingerprint: str, day: float = 0) -> None:
        """Adds the ``fingerprint`` of an article. ``day`` is any number that grows with time."""
        key = _id_of(fingerprint)
        known = self._pages.get(key)
        if known is not None and known[0] >= day:
            return
        self._pages[key] = (day, fingerprint)
        if len(self._pages) > MOST_PAGES:
            del self._pages[max(self._pages, key=lambda each: (-self._pages[each][0], each))]

    def merge(self, other: SiteMemory) -> None:
        """Adds all pages of another memory of the same site."""
        for day, fingerprint in other._pages.values():
            self.add(fingerprint, day)

    def to_dict(self) -> dict[str, Any]:
        """The same as ``toJSON`` of the library; `from_dict` restores it."""
        ranked = sorted(self._pages.items(), key=lambda item: (-item[1][0], item[0]))
        return {**_FORMAT, "pages": [{"day": day, "page": fingerprint} for _, (day, fingerprint) in ranked]}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> SiteMemory:
        if any(stored.get(name) != value for name, value in _FORMAT.items()):
            raise ValueError(f"expected a site memory, got {str(stored)[:60]!r}; use what to_dict() returns")
        memory = cls()
        for each in stored["pages"]:
            memory.add(each["page"], each["day"])
        return memory


def _id_of(fingerprint: str) -> int:
    """The hash of a page, from its fingerprint."""
    try:
        version, count, key, _ = _HEAD.unpack_from(base64.b64decode(fingerprint, validate=True))
    except (binascii.Error, struct.error, TypeError, ValueError):
        version = count = key = 0
    if version != 1 or count > 360:
        raise ValueError(f"expected the fingerprint of a page, got {str(fingerprint)[:60]!r}")
    return int(key)


def site_of(url: str | None) -> str | None:
    """The key of a site in memories: the host of an address, without ``www.``; None without one."""
    try:
        host = urlsplit(url or "").hostname
    except ValueError:
        return None
    return host.removeprefix("www.") if host else None
