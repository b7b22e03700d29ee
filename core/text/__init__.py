"""Texts: words and tokens with their spans, letters, case, part-of-speech tags, and how much of a text was edited."""
