"""The exceptions a user may see the text of; of others the first line."""


class BadInput(ValueError):
    """Input that can't be used. Its message names the value, what was expected and what to do, in one sentence."""


class MissingResource(RuntimeError):
    """Something optional is absent (a model, a word list, a jar). Its message names it, and how to get it."""


def first_line(error: Exception, most: int = 160) -> str:
    """What an error says in its first line, at most so many characters of it; its class where it says nothing."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:most]


def class_and_first_line(error: Exception, most: int = 160) -> str:
    """ "KeyError: 'text'"; the class alone where the error says nothing."""
    kind, message = type(error).__name__, first_line(error, most)
    return kind if message == kind else f"{kind}: {message}"
