"""Data sets: the workspace's own, the import of a file, and the catalogue of the papers' data sets."""
