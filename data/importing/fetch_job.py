"""The job that loads a data set of the catalogue from the hub. Arguments: {"entry": name, "limit": rows or null}."""

from core.so_many import so_many
from data.datasets.catalogue import entry_named
from data.importing.hub import load_hub
from data.jobs.job import Job


def run(job: Job) -> None:
    """Load it, a step a split; raises BadInput with what went wrong."""
    entry = entry_named(str(job.arguments["entry"]))
    splits = list(entry.splits)

    def on_progress(split: str, samples: int) -> None:
        job.check()
        job.report(splits.index(split), len(splits), f"{split}: {so_many(samples, 'sample')}")

    job.report(0, len(splits), f"Asking the hub for {entry.hub}.")
    card = load_hub(job.workspace, entry, on_progress, job.arguments.get("limit"))
    job.report(len(splits), len(splits), ", ".join(f"{split}: {samples:,}" for split, samples in card.splits.items()))
