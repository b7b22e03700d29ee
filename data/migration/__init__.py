"""A workspace of an earlier version becomes one of this version; what it was is kept beside it."""
