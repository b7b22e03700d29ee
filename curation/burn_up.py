"""How many samples were curated by the end of each day."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from itertools import accumulate

from curation.resolve import Outcome


def burn_up(cells: Iterable[tuple[Iterable[Outcome], int]]) -> list[tuple[date, int]]:
    """(day in UTC, samples kept or relabelled until then) from the first such day to the last, days without any among
    them; of each cell's outcomes no more than its quota count, the earliest first. Empty for none."""
    per_day = Counter[date]()
    for outcomes, quota in cells:
        settled = sorted(outcome.settled for outcome in outcomes if outcome.collected)
        per_day.update(at.date() for at in settled[:quota])
    if not per_day:
        return []
    first = min(per_day)
    days = [first + timedelta(days=n) for n in range((max(per_day) - first).days + 1)]
    return list(zip(days, accumulate(per_day[day] for day in days), strict=True))
