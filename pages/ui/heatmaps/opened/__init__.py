"""Beside and below a heatmap: the flips of a cell, the card of the run, and what is missing of an unfinished one."""
