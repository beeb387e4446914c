"""Errors of this package."""


class PithError(Exception):
    """A page could not be extracted or fetched, or Node could not be started."""
