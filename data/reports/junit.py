"""The lines of a check as JUnit XML, which servers of continuous integration read."""

import re
from collections.abc import Sequence
from math import isnan
from xml.etree.ElementTree import Element, SubElement, tostring

from core.rounding import rounded
from data.reports.gate_lines import GateLine, GateOutcome

ILLEGAL = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML 1.0


def junit_xml(lines: Sequence[GateLine], run: str) -> str:
    """A suite with a case for each line; one that failed says what was found and what was wanted.

    One that was skipped says why, and one that passed what is said of a model that tells no texts apart.
    """
    failures, skipped = (
        sum(line.outcome is outcome for line in lines) for outcome in (GateOutcome.FAILED, GateOutcome.SKIPPED)
    )
    counts = {"tests": f"{len(lines)}", "failures": f"{failures}", "errors": "0", "skipped": f"{skipped}", "time": "0"}
    suites = Element("testsuites", {"name": "flinch", **counts})
    suite = SubElement(suites, "testsuite", {"name": _legal(run), **counts})
    for line in lines:
        name = f"{line.rule}: {line.condition}"
        case = SubElement(suite, "testcase", {"classname": _legal(line.model), "name": _legal(name), "time": "0"})
        if line.outcome is GateOutcome.FAILED:
            SubElement(case, "failure", {"message": _legal(in_words(line)), "type": line.rule}).text = _legal(line.why)
        elif line.outcome is GateOutcome.SKIPPED:
            SubElement(case, "skipped", {"message": _legal(line.why)})
        elif line.unlearned:
            SubElement(case, "system-out").text = _legal(line.why)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(suites, encoding="unicode") + "\n"


def in_words(line: GateLine) -> str:
    """ "0.61 (0.55 to 0.67), n = 200; wanted: at least 0.700"."""
    estimate = line.found
    value, low, high = (rounded(figure, 3, (-1.0, 1.0)) for figure in (estimate.value, estimate.low, estimate.high))
    interval = "" if isnan(estimate.low) else f" ({low} to {high})"
    value = "no value" if isnan(estimate.value) else f"{value}{interval}, n = {estimate.n:,}"
    return f"{value}; wanted: at {'most' if line.at_most else 'least'} {line.wanted:.3f}"


def _legal(text: str) -> str:
    return ILLEGAL.sub("\ufffd", text)
