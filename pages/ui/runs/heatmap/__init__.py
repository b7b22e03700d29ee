"""Heatmaps of any page: their figures, the drawing, what stands around it, and the files to take away."""
