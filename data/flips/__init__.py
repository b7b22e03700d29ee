"""Which edits flip predictions: every edit of a run described, and how often samples with such edits flip."""
