"""Flip rates as a table to take away."""

from collections.abc import Sequence

import pyarrow as pa

from data.flips.tallies import Tally


def tallies_table(rows: Sequence[Tally]) -> pa.Table:
    """A row each; `n` counts predictions, `low` and `high` bound the 95 % interval, `few` marks what says little."""
    columns = {
        "by": [row.by.value for row in rows],
        "value": [row.value for row in rows],
        "flips": [row.flips for row in rows],
        "n": [row.rate.n for row in rows],
        "rate": [row.rate.value for row in rows],
        "low": [row.rate.low for row in rows],
        "high": [row.rate.high for row in rows],
        "samples": [row.samples for row in rows],
        "few": [row.few for row in rows],
    }
    return pa.table(columns)
