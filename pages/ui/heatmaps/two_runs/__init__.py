"""Two runs on the same data set: which of their cells differ, and by more than chance."""
