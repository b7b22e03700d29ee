"""Which samples people are likely to keep: a model of it, the order it gives, and what that saves."""
