"""Heatmaps drawn: the figure, what stands around it, and the files to take away."""
