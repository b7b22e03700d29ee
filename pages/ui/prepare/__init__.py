"""Prepare: which candidates to make, with which hints."""
