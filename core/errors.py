"""The exceptions whose text a user may see."""


class BadInput(ValueError):
    """Input that can't be used. Its message names the value, what was expected and what to do, in one sentence."""


class MissingResource(RuntimeError):
    """Something optional is absent (a model, a word list, a jar). Its message names it, and how to get it."""
