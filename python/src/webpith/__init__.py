"""Extracts the main content of web pages: text, Markdown, title, authors, date, language, comments, posts.

    from webpith import extract, fetch

    article = extract(html, url="https://example.org/story")
    print(article.title, article.text)
    print(extract(fetch("https://example.org/story"), output="markdown"))

The library runs in one Node process, which is started on first use and ends with the program.
"""

from .article import Article, Item, Post, Product
from .errors import PithError
from .extraction import Chunk, chunks, extract, extract_many, fetch, site_memories
from .page import Page
from .site import SiteMemory, site_of

__all__ = [
    "Article",
    "Chunk",
    "Item",
    "Page",
    "PithError",
    "Post",
    "Product",
    "SiteMemory",
    "chunks",
    "extract",
    "extract_many",
    "fetch",
    "site_memories",
    "site_of",
]
__version__ = "0.1.0"
