"""Pith for Python: extracts the main content of web pages.

    from webpith import extract

    article = extract(html, url="https://example.org/story")
    print(article.title, article.text)

Uses the command ``pith`` (``npm install --global webpith``), which is started on first use and kept running; pages and
articles pass through its standard input and output.
"""

from .article import Article, Item, Post, Product
from .command import PithError
from .extraction import extract, extract_many
from .page import Page

__all__ = ["Article", "Item", "Page", "PithError", "Post", "Product", "extract", "extract_many"]
__version__ = "0.1.0"
