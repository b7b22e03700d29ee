"""What the load tests print alike: the machine they ran on, and how long things took."""

import os
import platform
from collections.abc import Sequence


def print_machine() -> None:
    """One line on the machine."""
    print(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")


def print_times(what: str, values: Sequence[float], unit: str) -> None:
    """One line on how long something took; none where it was never measured."""
    if values:
        print(f"  {what:36} {quantiles(values)} {unit}")


def print_faults(faults: Sequence[str], most: int) -> None:
    """The first of them, a line each, and how many more there are."""
    for fault in faults[:most]:
        print(f"  {fault}")
    if len(faults) > most:
        print(f"  … and {len(faults) - most:,} more")


def quantiles(values: Sequence[float]) -> str:
    """ "median 4.0, p95 9.1, most 12.3 (n 1,000)"."""
    ordered = sorted(values)
    median, p95 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    return f"median {median:.1f}, p95 {p95:.1f}, most {ordered[-1]:.1f} (n {len(ordered):,})"
