"""A figure over severity: a panel for each perturbation, as curves or as small heatmaps."""
