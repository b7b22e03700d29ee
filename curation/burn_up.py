"""How many samples were curated by the end of each day."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from itertools import accumulate

from curation.resolve import CandidateStatus, Outcome


def burn_up(cells: Iterable[tuple[Iterable[Outcome], int]]) -> list[tuple[date, int]]:
    """(day in UTC, samples kept or relabelled until then) from the first such day to the last, days without any among
    them; of each cell's outcomes no more than its quota count, the earliest first. Empty for none."""
    found = Counter[date]()
    for outcomes, quota in cells:
        kept = (one for one in outcomes if one.standing in (CandidateStatus.KEPT, CandidateStatus.RELABELLED))
        found.update(at.date() for at in sorted(one.settled for one in kept)[:quota])
    if not found:
        return []
    first = min(found)
    days = [first + timedelta(days=n) for n in range((max(found) - first).days + 1)]
    return list(zip(days, accumulate(found[day] for day in days), strict=True))
