"""A file becomes a split of a data set: looked at, checked row by row, stored whole or not at all."""
