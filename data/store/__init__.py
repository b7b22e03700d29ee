"""The store: candidates, hints and decisions in one DuckDB file that one process owns."""

from data.store.store import Store

__all__ = ["Store"]
