"""Upper and lower case: of one word carried over to another, and of a text without moving a character."""


def capitalised(text: str) -> str:
    """The text with a capital first letter, the others as they are."""
    return text[:1].upper() + text[1:]


def match_case(word: str, like: str) -> str:
    """The word in the case of another: "DOG" like "CAT", "Dog" like "Cat", and as it is like "cat"."""
    if len(like) > 1 and like.isupper():
        return word.upper()
    return capitalised(word) if like[:1].isupper() else word


def loud(text: str, like: str) -> str:
    """The text in capitals where the other is, and is more than one letter."""
    return text.upper() if len(like) > 1 and like.isupper() else text


def lowered(text: str) -> str:
    """The text in lower case, every character in its place; one whose lower case is several ("İ") stays."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c if len(c.lower()) > 1 else c.lower() for c in text)
