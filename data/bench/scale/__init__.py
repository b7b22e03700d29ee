"""Millions of predictions: a grid as large as Romero's and larger, and what the app makes of it."""
