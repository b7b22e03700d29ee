"""The job "study-results": the mixed model's figures of a study, kept beside it."""

from collections.abc import Mapping
from typing import Any

from data.jobs.job import Job
from data.study.studies import Studies
from data.study_results.mixed import MixedFigure, MixedFigures, answers_id, how_many, keep_figures, mixed_figures

KIND = "study-results"


def arguments(study: str) -> Mapping[str, Any]:
    """The arguments of a job of this kind."""
    return {"study": study}


def run(job: Job) -> None:
    """Compute every figure and keep them; raises BadInput where the study is gone."""
    study = Studies(job.workspace).open(str(job.arguments["study"]))
    answers, design = study.answers(), study.design
    of = answers_id(answers)
    figures: list[MixedFigure] = []
    total = how_many(design)
    job.report(0, total, "Fitting the mixed-effects models")
    for figure in mixed_figures(design, study.items, answers, design.allowed_misses):
        job.check()
        figures.append(figure)
        job.report(len(figures), total, "Fitting the mixed-effects models")
    if answers_id(study.answers()) == of:  # else somebody withdrew meanwhile, or answered: they are out of date
        keep_figures(study.folder, MixedFigures(of, tuple(figures)))
    job.report(total, total, "Done")
