"""The Experiments page: what to train, and what came of it as curves, scatters, heatmaps and tables."""
