"""Experiments: plans of trainings and predictions, and ways to read what came of them."""
