"""Pith for Python: what a person would read on a web page, without menus, banners and advertisements.

    from webpith import extract

    article = extract(html, url="https://example.org/story")
    print(article.title, article.text)

The work is done by the command ``pith`` (``npm install --global webpith``), which is started when it is first needed
and kept; pages and articles go through its standard input and output.
"""

from .article import Article, Item, Post, Product
from .command import PithError
from .extraction import extract, extract_many
from .page import Page

__all__ = ["Article", "Item", "Page", "PithError", "Post", "Product", "extract", "extract_many"]
__version__ = "0.1.0"
