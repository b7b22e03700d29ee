"""Scripts that make the word lists from their sources."""
