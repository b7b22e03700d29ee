"""Perturbations: every one of them, with an example."""
