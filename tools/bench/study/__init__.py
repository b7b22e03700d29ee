"""A user study: 20 participants at once, a kill, a cut network; how soon their page opens on a phone (tests/load)."""

from tools.bench.curation import under_load
from tools.bench.output import Out


def run(out: Out = print) -> None:
    """Run both load tests and print what they say. Raises BadInput when an answer was lost, doubled or misassigned."""
    under_load("tests.load.study", out)
    under_load("tests.load.reopening", out)
