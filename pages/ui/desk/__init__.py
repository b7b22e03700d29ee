"""Curate: the review desk, drawn by the browser, and the decisions it sends."""
