"""Trained models on disk: a folder each, where an interrupted training stands, and whether the hub can be reached."""
