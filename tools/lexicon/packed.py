"""How the word lists are kept: lines of ASCII, packed."""

import lzma
from collections.abc import Sequence
from pathlib import Path


def write_lines(target: Path, lines: Sequence[str]) -> None:
    """Write the lines, and print how many they are and how large the file is."""
    target.write_bytes(lzma.compress("\n".join(lines).encode("ascii"), preset=9))
    print(f"{target.name}: {len(lines):,} lines, {target.stat().st_size / 1e6:.2f} MB")
