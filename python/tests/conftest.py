from __future__ import annotations

from pathlib import Path

import pytest


def page(number: int) -> str:
    """A small page that can be told from others by its number."""
    story = f"The keeper of lighthouse {number} wrote every evening how the sea had been, and who had passed."
    paragraph = f"<p>{story} Nobody read it before the winter of the ice, when the lamp went out.</p>"
    return (
        f'<!doctype html><html lang="en"><head><title>Lighthouse {number}</title></head><body>'
        f'<nav><a href="/">Home</a> <a href="/all">All</a></nav><main><h1>Lighthouse {number}</h1>{paragraph * 4}'
        "</main></body></html>"
    )


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return Path(__file__).parents[2]
