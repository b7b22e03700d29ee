"""Whole papers at once: what is at hand, what is done already, how long the rest takes, and the jobs that do it."""
