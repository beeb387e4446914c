"""Memories of sites."""

from __future__ import annotations

import json
import random

import pytest
from conftest import BOX, page_with_box

from webpith import Page, SiteMemory, extract, extract_many, site_memories, site_of

PAGES = [Page(page_with_box(n), f"https://www.example.org/{n}") for n in range(6)]


def test_drops_what_the_pages_of_a_site_repeat() -> None:
    alone = [str(article.text) for article in extract_many(PAGES)]
    assert all(BOX in text for text in alone)
    sites = site_memories([*PAGES, Page(page_with_box(9), "https://alone.example/"), Page("")])
    assert list(sites) == ["example.org"] and len(sites["example.org"]) == 6
    for number, article in enumerate(extract_many(PAGES, sites=sites)):
        assert f"keeper of lighthouse {number}" in str(article.text)
        assert BOX not in str(article.text)
    assert BOX not in extract(page_with_box(7), site=sites["example.org"], output="text")
    assert BOX in extract(page_with_box(7), site=SiteMemory(), output="text")


def prints(count: int) -> list[str]:
    pages = (Page(f"<p>Page {n} of the book of tides") for n in range(count))
    return [str(article.fingerprint) for article in extract_many(pages, columns=["fingerprint"])]


def test_does_not_depend_on_the_order_of_pages() -> None:
    found = prints(40)
    one, first, rest = SiteMemory(), SiteMemory(), SiteMemory()
    for fingerprint in found:
        one.add(fingerprint)
    shuffled = random.Random(1).sample(found, len(found))
    for n, fingerprint in enumerate([*shuffled, *shuffled]):
        (first if n < 17 else rest).add(fingerprint)
    rest.merge(first)
    assert len(one) == 32
    assert rest.to_dict() == one.to_dict()
    assert SiteMemory.from_dict(json.loads(json.dumps(one.to_dict()))).to_dict() == one.to_dict()


def test_replaces_pages_by_later_ones() -> None:
    found = prints(34)
    memory = SiteMemory()
    for fingerprint in found[2:]:
        memory.add(fingerprint, day=1)
    memory.add(found[0])
    memory.add(found[1], day=2)
    stored = [each["page"] for each in memory.to_dict()["pages"]]
    assert stored[0] == found[1] and found[0] not in stored


def test_refuses_other_values() -> None:
    with pytest.raises(ValueError, match="expected the fingerprint of a page, got 'x'"):
        SiteMemory().add("x")
    with pytest.raises(ValueError, match="expected a site memory"):
        SiteMemory.from_dict({"format": "other"})


@pytest.mark.parametrize(
    ("url", "site"),
    [("https://www.Example.org:80/a", "example.org"), ("http://[::1", None), ("", None), (None, None)],
)
def test_names_sites_by_host(url: str | None, site: str | None) -> None:
    assert site_of(url) == site
