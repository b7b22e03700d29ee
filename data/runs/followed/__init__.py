"""Runs as they go: how far each of their cells is."""
