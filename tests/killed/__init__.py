"""A kill at each single step of what must not be left half done."""
