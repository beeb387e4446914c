"""``python -m webpith``: extracts pages on the command line."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from . import PithError, __version__, chunks, extract, fetch
from .article import COLUMNS
from .extraction import OUTPUTS
from .page import Page


def main(arguments: list[str] | None = None) -> int:
    given = parser().parse_args(arguments)
    failed = 0
    for source in given.sources:
        try:
            print(extracted(page_of_source(source, given), given))
        except (PithError, OSError, ValueError) as error:
            failed += 1
            reason = error.strerror if isinstance(error, OSError) else error
            print(f"webpith: {source}: {reason}", file=sys.stderr)
    return 1 if failed else 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m webpith",
        description="Extracts the main content of web pages.",
        epilog="Example: python -m webpith https://example.org/story --output markdown",
    )
    made.add_argument("sources", nargs="+", metavar="source", help="an address, a file, or - for standard input")
    made.add_argument("--output", choices=OUTPUTS, default="text", help="output format (default: text)")
    made.add_argument("--columns", help=f"print these fields as JSON instead: all, or some of {', '.join(COLUMNS)}")
    made.add_argument("--chunks", type=int, metavar="TOKENS", help="print chunks of this many tokens as JSON lines")
    made.add_argument("--url", help="the address of a page that is read from a file")
    made.add_argument("--include", help="parts to add to the text: title,byline,captions,comments")
    made.add_argument("--lean", type=float, help="from -1 (less clutter) to 1 (less text lost)")
    made.add_argument("--allow-private", action="store_true", help="allow private and loopback addresses")
    made.add_argument("--version", action="version", version=__version__)
    return made


def page_of_source(source: str, given: argparse.Namespace) -> Page:
    if source.startswith(("http://", "https://")):
        return fetch(source, allow_private=given.allow_private)
    if source == "-":
        return Page(sys.stdin.buffer.read(), given.url)
    return Page(Path(source).read_bytes(), given.url)


def extracted(page: Page, given: argparse.Namespace) -> str:
    include = given.include.split(",") if given.include else None
    if given.chunks is not None:
        if given.output not in ("text", "markdown"):
            raise ValueError(f"--chunks needs --output text or markdown, got {given.output}")
        found = chunks(page, given.chunks, output=given.output, include=include, lean=given.lean)
        return "\n".join(json.dumps(vars(chunk), ensure_ascii=False) for chunk in found)
    if given.columns is not None:
        columns = given.columns if given.columns == "all" else given.columns.split(",")
        article = extract(page, columns=columns, include=include, lean=given.lean)
        fields = {name: value for name, value in article.to_dict().items() if name in COLUMNS or value is not None}
        return json.dumps(fields, ensure_ascii=False)
    return extract(page, output=given.output, include=include, lean=given.lean)


if __name__ == "__main__":
    sys.exit(main())
