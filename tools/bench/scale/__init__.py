"""Millions of predictions: a grid as large as Romero's and larger, and what the app makes of it."""

from tools.bench.scale.first_screen import run

__all__ = ["run"]
