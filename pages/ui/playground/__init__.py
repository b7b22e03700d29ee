"""The playground: one text, whatever can be done to it, and what came of it."""
