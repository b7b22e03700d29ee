"""Leaderboards over a grid, in the layout of the thesis's tables."""
