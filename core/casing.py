"""Upper and lower case of one word carried over to another."""


def match_case(word: str, like: str) -> str:
    """The word in the case of another: "DOG" like "CAT", "Dog" like "Cat", and as it is like "cat"."""
    if len(like) > 1 and like.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if like[:1].isupper() else word
