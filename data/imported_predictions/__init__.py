"""Predictions made elsewhere: a file of them read, matched with the texts they are of, and made a run."""
