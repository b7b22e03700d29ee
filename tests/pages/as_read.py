"""What stands on a page as people read it: Markdown escapes taken away."""

import re

from streamlit.testing.v1 import AppTest

ESCAPED = re.compile(r"\\(.)")


def captions(app: AppTest) -> list[str]:
    """The captions, from the top."""
    return [ESCAPED.sub(r"\1", caption.value) for caption in app.caption]
