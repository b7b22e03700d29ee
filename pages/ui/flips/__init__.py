"""Flips: which part of a run is counted, and its tables with the samples behind each row."""
