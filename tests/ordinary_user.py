"""What is true of a user without root's rights, also where the tests run as root."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def as_an_ordinary_user() -> Iterator[None]:
    """Without root's right to read and write anything, where we have it."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        if before == 0:
            os.seteuid(0)
