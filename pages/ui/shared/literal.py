"""Text that somebody typed, or that comes from a file, where Streamlit would read Markdown."""

import re

SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~$:&])")


def literally(text: str) -> str:
    """The Markdown that shows this text as it is, on one line."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))
