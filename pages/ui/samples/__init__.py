"""Samples: one text, everything a run made of it, and what every model said."""
