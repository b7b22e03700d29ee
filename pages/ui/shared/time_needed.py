"""How long a job will take, said so that nobody takes it for exact."""

from math import ceil, floor

import streamlit as st

from data.jobs.pace import Expected

MINUTE, HOUR = 60, 3600


def draw_time(expected: Expected) -> None:
    """A line on the time, and on what it goes by."""
    said = in_words(expected.low, expected.high)
    by = ", going by earlier jobs." if expected.timed else ". A rough guess: not all of it was timed here before."
    st.caption(f":material/schedule: {said[:1].upper()}{said[1:]} on this machine{by}")


def in_words(low: float, high: float) -> str:
    """ "less than a minute", "about a minute", "about 4 to 6 minutes", "about 2 to 3 hours", "up to 20 minutes"."""
    if high < 0.75 * MINUTE:
        return "less than a minute"
    unit, name = (MINUTE, "minute") if high <= 90 * MINUTE else (HOUR, "hour")
    step = 5 if high / unit > 20 else 1  # nobody needs to know whether it is 34 or 35
    least, most = step * floor(low / unit / step), step * ceil(high / unit / step)
    if most == 1:
        return f"about {'a' if name == 'minute' else 'an'} {name}"
    if least == 0:
        return f"up to {most} {name}s"
    return f"about {least} to {most} {name}s" if least < most else f"about {most} {name}s"
