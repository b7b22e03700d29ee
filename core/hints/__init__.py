"""Advice for a person about a candidate: sentence similarity, and the grammar issues that the perturbation added."""
