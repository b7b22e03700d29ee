"""Open every page of the app on an empty workspace, with nothing but the run-time requirements installed.

`python -m tests.every_page` prints a line a page and exits 1 when one shows an error or when the app process has
imported a package that it does not need.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEAVY = {"pandas", "scipy", "sklearn", "torch", "transformers", "sentence_transformers"}


def complaints() -> Iterator[str]:
    """What is wrong with each page; nothing where all is well."""
    from pages.ui.shell.sparing import spare_memory

    spare_memory()
    from streamlit.testing.v1 import AppTest

    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run()
    for page in sorted(path.name for path in (ROOT / "pages").glob("[a-z]*.py")):
        app = app.switch_page(f"pages/{page}").run()
        shown = [element.value for element in (*app.exception, *app.error)]
        yield from (f"{page}: {text}" for text in shown)
        print(f"{page}: {shown or 'opens'}")
    yield from (f"the app process imported {name}" for name in sorted(HEAVY & set(sys.modules)))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FLINCH_WORKSPACE"] = folder
        found = list(complaints())
    print("\n".join(found) or "every page opens, and nothing heavy was imported")
    sys.exit(1 if found else 0)
