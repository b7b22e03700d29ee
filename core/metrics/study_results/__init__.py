"""Shares of judgements, where what one person says hangs together, and so does what is said of one item."""
