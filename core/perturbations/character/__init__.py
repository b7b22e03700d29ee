"""Perturbations of single characters."""
