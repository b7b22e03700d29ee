"""The job "study": perturb what is needed, draw the items, deal them out."""

from core.identity import content_id
from data.jobs.job import Job
from data.study.studies import Studies
from data.study.toml_form import design_of_toml


def run(job: Job) -> None:
    """Make the study of the job's design; one that the job made before it was stopped is there already."""
    design = design_of_toml(str(job.arguments.get("design", "")))
    studies = Studies(job.workspace)
    id_ = study_of(job.id)

    def report(done: int, total: int, what: str) -> None:
        job.check()
        job.report(done, total + 1, f"Perturbing {what} ({done:,} of {total:,} texts).")

    if id_ not in studies.ids():
        studies.create(design, report=report, id_=id_)
    job.report(1, 1, f"Ready: {studies.open(id_).balance()}")


def study_of(job: str) -> str:
    """The id of the study that this job makes."""
    return content_id("study", job)[:12]
