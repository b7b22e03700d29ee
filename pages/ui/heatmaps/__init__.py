"""Heatmaps: published figures, the user's own runs, their difference, and the predictions that flipped."""
