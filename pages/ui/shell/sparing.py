"""What keeps the app process small, before anything of Arrow is imported."""

import ctypes
import os
import sys
from contextlib import suppress

ARENA_MAX = -8  # of glibc's mallopt(3)


class Refusal:
    """Among the finders of `sys.meta_path`: there is no pandas."""

    def find_spec(self, name: str, *_: object) -> None:
        """None; raises ModuleNotFoundError for pandas."""
        if name == "pandas":
            raise ModuleNotFoundError(f"{name} is not needed here", name=name)


def spare_memory() -> None:
    """Let all threads share two heaps, Arrow's arrays too, and Arrow not import pandas: 50 MiB less in all.

    Each of twenty threads would else get a heap of its own, from which little is given back. With the first list that
    Arrow gets it tries to import pandas, 35 MiB; where that fails it tries again only when it is given a data frame.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    if sys.platform == "linux":
        with suppress(AttributeError):  # a C library without this setting
            ctypes.CDLL(None).mallopt(ARENA_MAX, 2)
    import pyarrow

    refusal = Refusal()
    sys.meta_path.insert(0, refusal)
    try:
        pyarrow.array([None])
    finally:
        sys.meta_path.remove(refusal)
