"""What the app holds after 100 visits to its pages and 2,000 decisions (tests/load)."""

from tools.bench.curation import under_load
from tools.bench.output import Out


def run(out: Out = print) -> None:
    """Run the load test and print what it says. Raises BadInput where that is more than 300 MiB."""
    under_load("tests.load.memory", out, "--visits", "100")
