"""Data sets in the workspace, their cards, the catalogue of the papers' data sets, and the hub."""
