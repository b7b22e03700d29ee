"""Evaluate: which models to train and evaluate, and the runs so far."""
