"""Heatmaps put in order: rows sorted, clustered and filtered, several heatmaps side by side on one scale."""
