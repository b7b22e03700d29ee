"""Evaluations: what was asked, what a run leaves on disk, and the scores read off it."""
