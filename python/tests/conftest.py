from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest


def page(number: int) -> str:
    """A small page with its number in the text."""
    story = f"The keeper of lighthouse {number} wrote every evening how the sea had been, and who had passed."
    paragraph = f"<p>{story} Nobody read it before the winter of the ice, when the lamp went out.</p>"
    return (
        f'<!doctype html><html lang="en"><head><title>Lighthouse {number}</title></head><body>'
        f'<nav><a href="/">Home</a> <a href="/all">All</a></nav><main><h1>Lighthouse {number}</h1>{paragraph * 4}'
        "</main></body></html>"
    )


BOX = "We are a small group of editors and write about lamps. Send us a picture of the lamp of your own harbour."


def page_with_box(number: int) -> str:
    """The same page with a text that all these pages share."""
    return page(number).replace("</main>", f'<div class="note"><p>{BOX}</p></div></main>')


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return Path(__file__).parents[2]


class _Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        number = self.path.lstrip("/")
        if number == "away":
            self.send_response(302)
            self.send_header("location", "/7")
            self.end_headers()
            return
        self.send_response(200 if number.isdigit() else 404)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page(int(number) if number.isdigit() else 0).encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of a server whose page ``/5`` is the page 5."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Site) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
