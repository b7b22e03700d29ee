"""Flinch for Python scripts and notebooks: functions that do what the pages and commands do.

`help(flinch.evaluate)` shows the arguments, result and errors of a function. "->" stands before the result.

    perturb(text or texts, "negation@1")          what a condition makes of a text -> Rewrite, or None
    perturbations()                               all perturbations -> Perturbation
    datasets()  samples(texts, labels)            the workspace's data sets, your texts -> DatasetCard, Sample
    import_data(file, name)                       a file as a data set -> DatasetCard
    grid(dataset, folder, conditions)             perturbed data sets as Parquet -> ExportedGrid
    evaluate(dataset, models, conditions)         train, open or call models, and predict -> RunCard
    evaluate_paper("romero")                      the evaluation of a paper -> RunCard
    import_predictions(table, grid, name)         predictions made elsewhere -> RunCard
    experiment(name, dataset, models)             learnability, word order and others -> Outcome
    runs()  run(id)  predictions(run)             all runs, one run, its predictions
    card(run)  heatmap(run)                       a card to publish, a heatmap for a notebook
    scores(run)  flips(run, condition)            the results of a run -> Score, Flip
    predict(model, texts)  find_flip(model, text, conditions)     ask a model -> TextPrediction, FlipSearch
    worst(run, conditions)                        labels that stay under every draw -> WorstOfK
    compare(run, run)                             paired differences of two runs -> Comparison
    kappa(before, after)                          agreement of labels -> Estimate
    decisions(file)  curated(file)                what people decided, as an Arrow table
    @perturbation(level=..., unit=..., alters_meaning=...)        register your own,
    check_perturbation(mine)  @model("mine")  @metric()           and test a perturbation

A condition is written as in a command: "negation@1" (the perturbation decides the unit), or "keyboard@5,negation@1" for
a chain. A workspace is a folder, by default the one that FLINCH_WORKSPACE names. A wrong argument raises `BadInput`,
which says what was expected. A missing optional part raises `MissingResource`, which says how to get it. Modules are
imported when they are first used.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, overload

from core.arguments import checked
from core.errors import BadInput as BadInput
from core.errors import MissingResource as MissingResource
from core.program import PACKAGE

if TYPE_CHECKING:
    import pyarrow as pa

    from core.experiments.records import Outcome as Outcome
    from core.flip_search import FlipSearch as FlipSearch
    from core.flip_search import FoundFlip as FoundFlip
    from core.metrics.estimate import Estimate as Estimate
    from core.models.predictor import TextPrediction as TextPrediction
    from core.perturbations.registry import Perturbation as Perturbation
    from core.perturbations.registry import Rewriter
    from core.records import DatasetCard as DatasetCard
    from core.records import Sample as Sample
    from core.records import Score as Score
    from core.rewrite import Piece as Piece
    from core.rewrite import Rewrite as Rewrite
    from data.flips.worst import WorstOfK as WorstOfK
    from data.models.given import Called, Fitted
    from data.reports.comparison import Comparison as Comparison
    from data.reports.page import Html
    from data.runs.counts import Curated
    from data.runs.files import RunCard as RunCard
    from data.runs.measures.flip import Flip as Flip
    from data.runs.measures.own import Own
    from data.runs.script import Given
    from data.variants.export import ExportedGrid as ExportedGrid
    from data.workspace import Workspace

_RECORDS = {
    "core.perturbations.registry": ("Perturbation",),
    "core.experiments.records": ("Outcome",),
    "core.flip_search": ("FlipSearch", "FoundFlip"),
    "core.metrics.estimate": ("Estimate",),
    "core.models.predictor": ("TextPrediction",),
    "core.records": ("DatasetCard", "Sample", "Score"),
    "core.rewrite": ("Piece", "Rewrite"),
    "data.runs.files": ("RunCard",),
    "data.runs.scores": ("Flip",),
    "data.flips.worst": ("WorstOfK",),
    "data.reports.comparison": ("Comparison",),
    "data.variants.export": ("ExportedGrid",),
}
__all__ = ()  # or help(flinch) would print every function below its first page
Folder = str | Path
Function = Callable[..., object]
Table = Any  # of pandas, Arrow, Polars or `datasets`: what has names of columns
Report = Callable[[int, int, str], None]
"""`(done, of how many, what)`, called as the work goes on; what it raises stops it. Without one there is a bar."""


def __getattr__(name: str) -> object:
    """The records that functions return, imported when somebody names one."""
    for module, names in _RECORDS.items():
        if name in names:
            return getattr(import_module(f"{PACKAGE}{module}"), name)
    raise AttributeError(f"module 'flinch' has no attribute {name!r}")


def perturbations() -> "tuple[Perturbation, ...]":
    """All perturbations, each with its name, unit, severities (`values`), paper, and what it does (`summary`)."""
    from core.perturbations import registry
    from data.plugins import load_plugins

    load_plugins()
    return registry.perturbations()


def perturbation(
    *, level: str, unit: str, alters_meaning: bool, values: Sequence[float | str] = (), needs_tags: bool = False
) -> "Callable[[Rewriter], Rewriter]":
    """Register the decorated function, `(text, amount, draws) -> Rewrite or None`, as a perturbation with its name.

    `level` is "character", "word", "sentence" or "order"; `unit` is "pps", "percent-words", "percent-characters" or
    "probability"; `values` are the usual severities. The perturbation is known in this process, and everywhere if
    FLINCH_PLUGINS names its file (docs/python.md). Raises BadInput for an unknown level or unit, a missing docstring,
    and a name that Flinch uses.
    """
    from core.perturbations.own import own_perturbation
    from data.lexicon.resources import perturber

    register = own_perturbation(level, unit, alters_meaning, values, needs_tags)

    def registered(rewrite: "Rewriter") -> "Rewriter":
        perturber.cache_clear()  # it holds what bore this name before
        return register(rewrite)

    return registered


def check_perturbation(mine: "str | Rewriter", texts: Sequence[str] = ()) -> list[str]:
    """The rules that a perturbation (its name or its function) breaks, one sentence each; [] if it breaks none.

    It must give the same result twice, change only what its edits say, keep to its severity, fail on no text, and
    change some. It is tried on our texts and on `texts`. Raises BadInput for a perturbation that is not registered.
    """
    from core.perturbations.faults import TEXTS, faults_of
    from core.perturbations.own import name_of
    from data.lexicon.resources import perturber

    def rewritten(text: str, tested: "Perturbation", value: float | str, seed: int) -> "Rewrite | None":
        return perturber().text(text, tested.name, tested.severity(value), seed, text)

    return faults_of(name_of(mine), rewritten, (*TEXTS, *texts))


def model(name: str) -> "Callable[[Called], Called]":
    """Register the decorated function as a model: it takes a text, or both texts of a pair, and returns its answer.

    An answer is a label or the probability of each label; a number for similarity; a list with a tag per word. Then
    `name` is a model like "minilm", in this process, and everywhere if FLINCH_PLUGINS names the file that registers it.
    `model("mine")(classifier)` names a fitted classifier of scikit-learn. Raises BadInput for a name of Flinch, or no
    model.
    """
    from data.models.given import named

    return named(name)


def metric(*, task: str = "classification", unit: str = "points", compares: str = "gold") -> "Callable[[Own], Own]":
    """Register the decorated function, as `perturbation` does, as a metric of scores, heatmaps, cards, `check --min`.

    It takes two lists of labels of the same samples and returns a number. With `compares="gold"` these are gold and
    predicted labels of perturbed texts; with "predictions", predictions on original and on perturbed texts. `unit` is
    "points" or "percent" (a share of 1, shown times 100), or "agreement" (-1 to 1). The docstring's first line
    describes the metric. Its interval is a bootstrap's. Raises BadInput for unknown arguments, or a name of Flinch.
    """
    from data.runs.measures.own import own_metric

    return own_metric(task, unit, compares)


@overload
def perturb(  # type: ignore[overload-overlap]  # a str is one text, though it is an iterable of str too
    text: str, condition: str, *, seed: int = 0
) -> "Rewrite | None": ...
@overload
def perturb(text: Iterable[str], condition: str, *, seed: int = 0) -> "list[Rewrite | None]": ...
def perturb(text: str | Iterable[str], condition: str, *, seed: int = 0) -> "Rewrite | list[Rewrite | None] | None":
    """Perturb a text, or each of several texts; None where the condition is not applicable.

    `perturbed` of a rewrite is the new text, `segments` has the difference as (old, new) parts, `edits` the changed
    places. Each text has its own random draws, and so has each copy of it, as in `cli.py perturb` without ids. Raises
    BadInput for an unknown condition and for a value that is no text; MissingResource for a missing list.
    """
    from data.variants.texts import perturbed_texts

    single = isinstance(text, str | bytes) or not isinstance(text, Iterable)
    rewrites = perturbed_texts([text] if single else text, condition, seed)  # type: ignore[list-item]
    return rewrites[0] if single else rewrites


def samples(
    texts: "Iterable[str] | Table", labels: Iterable[Any] = (), *, text: str | Sequence[str] = "text",
    label: str = "label", dataset: str = "mine", split: str = "test",
) -> "list[Sample]":  # fmt: skip
    """Make samples of texts and labels, in order; without labels each has the label "".

    Or make them of the rows of a table (pandas, Arrow, Polars, `datasets`): `text` names the text column, or two for
    pairs; `label` names the label column. A text may also be a list of words, with a list of tags as its label, or two
    texts. Pairs with decimal numbers as labels are a similarity task. Raises BadInput if labels and texts differ in
    number, if tags don't fit, and for a missing column.
    """
    from data.importing.script_samples import is_table, samples_in, samples_of

    if is_table(texts):
        return samples_in(texts, text, label, dataset, split)
    return samples_of(texts, labels, dataset, split)


def datasets(workspace: Folder | None = None) -> "list[DatasetCard]":
    """The cards of the workspace's data sets, sorted by name; an empty workspace gets the demo data sets first."""
    from data.datasets.stored import dataset_cards

    return dataset_cards(_home(workspace))


def import_data(
    file: Folder, name: str, *, task: str = "classification", split: str = "test", text: str | Sequence[str] = (),
    label: str | None = None, label_names: "Mapping[str, str] | None" = None, positive: str = "",
    replace: bool = False, workspace: Folder | None = None,
) -> "DatasetCard":  # fmt: skip
    """Store a file (CSV, TSV, JSON, JSONL, Parquet, CoNLL and others) as a split of a data set; returns its card.

    `text` names one or two text columns, `label` the column of gold labels; Flinch guesses missing names. `label_names`
    are names for coded labels, {"0": "negative"}; `positive` is the positive label for F1. Raises BadInput for a file
    that can't be read, for bad rows, and for a split that exists, unless `replace` is set.
    """
    from data.importing.files import import_file

    columns = (text,) if isinstance(text, str) else tuple(text)
    return import_file(
        _home(workspace), file, name, task, split, columns, label, label_names=label_names, positive=positive,
        replace=replace,
    ).card  # fmt: skip


def grid(
    dataset: "str | Iterable[Sample] | Table",
    out: Folder,
    conditions: str | Sequence[str] = "all",
    *,
    splits: Sequence[str] = (),
    fields: Sequence[str] = (),
    seed: int = 0,
    limit: int = 0,
    share: float = 1.0,
    workers: int | None = None,
    replace: bool = False,
    workspace: Folder | None = None,
    report: Report | None = None,
) -> "ExportedGrid":
    """Perturb a data set (a name, or as in `evaluate`) and write a Parquet file per condition to `out`.

    A plain name means all severities of the perturbation's paper; "all" means all perturbations. By default, `splits`
    and `fields` (the texts to perturb) are all of them, and `workers` is all cores. `limit` takes the first samples of
    each split in the seeded order, 0 all. `share` is the probability that a sample is perturbed (Zhang et al. 2022).

    The result has the `folder`, with a data card in README.md, and the `files`: each has a `path`, a `condition` and
    `counts` (samples, perturbed, mean severity). Files that the same call made before are kept. Raises BadInput for
    unknown names, and for a folder with other content, unless `replace` is set.
    """
    from data.importing.script_samples import given_samples
    from data.jobs.bar import watched
    from data.variants.export import perturb_dataset

    with watched(report) as show:
        return perturb_dataset(
            given_samples(dataset), out, perturbations=conditions, splits=splits, fields=fields, seed=seed, share=share,
            limit=limit, workers=workers, replace=replace, report=show,
            workspace=_home(workspace) if isinstance(dataset, str) else None,
        )  # fmt: skip


def evaluate(
    dataset: "str | Iterable[Sample] | Table", models: "Given | Sequence[Given]",
    conditions: str | Sequence[str], *, split: str = "test",
    train_split: str = "train", train_limit: int = 0, limit: int = 0, seed: int = 0, train_seed: int | None = None,
    seeds: int = 1, draws: int = 1, recipe: str = "usual", class_weights: bool = False, prompt: str = "",
    answer_tokens: int = 0, device: str = "auto", precision: str = "auto", workspace: Folder | None = None,
    report: Report | None = None,
) -> "RunCard":  # fmt: skip
    """Train models, or open trained ones, and predict a split: its original texts and each condition.

    `dataset` is a data set of the workspace, or samples, which are stored there under their data set's name, or a table
    with the columns "text" and "label" (for other columns see `samples`). `models` can be: models to train ("minilm",
    "cnn", "textrnn", "bilstm", "char-cnn", hub names, folders); models fine-tuned elsewhere ("as-is:FOLDER", (model,
    tokenizer) or a model of transformers) with labels named as in the data; endpoints ("endpoint:http://host/v1#model",
    with a `prompt` that has {text} and {labels}, and `answer_tokens`, 0 for 32); functions as in `model`; fitted
    classifiers of scikit-learn. Conditions are as in `grid`. `train_limit` and `limit` are numbers of samples, 0 all.
    `device` is auto, cpu or cuda; `precision` is auto, exact or fast. `seed` is for the perturbations; each text is
    perturbed `draws` times, with the next seed each time (see `worst`). Each model is trained `seeds` times, first with
    `train_seed` (None: the recipe's). `recipe` is usual or a paper's, as on Evaluate. With `class_weights`, all labels
    have equal weight in training. The job runs in this process, the app lists it, and its messages go to stderr.
    Returns the run's card, for `scores` and `flips`. Raises BadInput for unknown names and errors in the job.
    """
    from data.runs.script import evaluated

    training = {"train_limit": train_limit, "seed": train_seed, "class_weights": class_weights}
    done = evaluated(
        _home(workspace), dataset, models, conditions, report, split=split, seed=seed, limit=limit, recipe=recipe,
        seeds=seeds, training=training, prompt=prompt, answer_tokens=answer_tokens, train_split=train_split,
        device=device, precision=precision, draws=draws,
    )  # fmt: skip
    return run(done, workspace)


def predict(
    model: "str | Function | Fitted", texts: Iterable[str], *, run: "RunCard | str" = "",
    workspace: Folder | None = None,
) -> "list[TextPrediction]":  # fmt: skip
    """A model's prediction for each text: its `label` and its `probabilities` by label, {} if there are none.

    `model` is a stored model of `run`, or of the newest run that has it, which gives single texts labels; a function as
    in `model`; or a fitted classifier. Raises BadInput for anything else.
    """
    from core.text.checked import checked_texts
    from data.runs.stored_models import labelling_by

    rows = checked_texts(texts)
    return labelling_by(_home(workspace), model, run)(rows)


def find_flip(
    model: "str | Function | Fitted", text: str, conditions: str | Sequence[str], *, budget: int = 200, seed: int = 0,
    run: "RunCard | str" = "", workspace: Folder | None = None,
) -> "FlipSearch[TextPrediction]":  # fmt: skip
    """Draw the conditions with `seed` and the next seeds until the model's label of the text changes.

    `model` is as in `predict`. The search ends with a flip, or after `budget` draws. The result has the draws `drawn`,
    the label `before`, and the `smallest` flip (with the fewest changed words, then characters), or None. A flip has
    its `condition`, `seed`, `rewrite`, `words`, `characters`, `before` and `after`. Raises BadInput for an empty text,
    an unknown model or condition, and a wrong answer of the function.
    """
    from collections import deque

    from core.flip_search import flip_search
    from core.perturbations.conditions import parse_conditions
    from data.runs.stored_models import labelling_by
    from data.variants.texts import drawing

    ask = labelling_by(_home(workspace), model, run)
    searched = flip_search(text, parse_conditions(conditions), drawing(text), ask, budget, seed)
    return deque(searched, maxlen=1)[0]


def import_predictions(
    predictions: "Table | Folder | Sequence[Folder]", of: "ExportedGrid | RunCard | Folder", model: str, *,
    variant: str = "", columns: "Mapping[str, str] | None" = None, softmax: bool = False, skip: bool = False,
    workspace: Folder | None = None,
) -> "RunCard":  # fmt: skip
    """Import predictions made elsewhere `of` a grid (the result of `grid`, or its folder); returns the run's card.

    If `of` is a run (its card, id or "latest"), the predictions are added to it as the model `model`. `predictions` are
    a table or files. A row has a sample (`sample_id`, or its `row` in the grid), a `variant` ("original", "keyboard@5";
    `variant` is for rows without one), the `prediction`, and perhaps probabilities ("p_<label>"; `softmax` makes them
    from logits). `columns` gives other column names, {"label": "guess"}. Each original text needs a prediction; a
    condition counts if each text that it changed has one. stderr says what is left out. Raises BadInput for rows that
    match nothing; `skip` leaves them out.
    """
    from data.imported_predictions.script import imported

    return imported(_home(workspace), predictions, of, model, variant, columns or {}, softmax, skip)


def evaluate_paper(
    paper: str, models: Sequence[str] = (), *, ours: bool = False, recipe: str = "", limit: int = 0, seeds: int = 0,
    train_limit: int = 0, class_weights: bool = False, prompt: str = "", answer_tokens: int = 0,
    device: str = "auto", workspace: Folder | None = None, report: Report | None = None,
) -> "list[RunCard]":  # fmt: skip
    """Evaluate what "romero" or "moradi" evaluated, as far as it is available; returns the runs' cards, newest first.

    `models`, `recipe` and `seeds` (trainings per model) replace those of the paper; `class_weights`, `prompt` and
    `answer_tokens` are as in `evaluate`; `ours` uses our rules instead of the paper's. stderr says what is missing and
    left out; finished parts are not repeated. At the end, it raises BadInput for data sets that failed.
    """
    from core.rules import Rules
    from data.jobs.bar import watched
    from data.plans.request import PaperRequest
    from data.plans.starting import done_here

    request = PaperRequest(
        paper, tuple(models), Rules.OURS if ours else Rules.PAPER, recipe, limit, train_limit, device=device,
        seeds=seeds, class_weights=class_weights, prompt=prompt, answer_tokens=answer_tokens,
    )  # fmt: skip
    with watched(report) as show:
        done_here(_home(workspace), request, print, show)
    return [card for card in runs(workspace) if card.plan == request.id]


def experiment(
    name: str, dataset: str, models: str | Sequence[str], conditions: str | Sequence[str] = (), *,
    shares: Sequence[float] = (), seeds: int = 1, train_samples: int = 1_000, test_samples: int = 500,
    train_split: str = "train", split: str = "test", steps: int = 0, replaces: bool = False,
    curated: bool = False, recipe: str = "usual", balanced: bool = True, lexicon: str = "", masked: str = "",
    device: str = "auto", workers: int = 0, ray: str = "", workspace: Folder | None = None,
    report: Report | None = None,
) -> "list[Outcome]":  # fmt: skip
    """Run or resume an experiment (docs/experiments.md) as a job in this process; returns the outcome of each test.

    Default conditions and shares are those of the experiment. An outcome has a `model`, `seed`, `labels` (gold or
    random), `trained_on`, `share`, `tested_on`, `accuracy`, `scores` and `changes` by metric, and a `reason` if its
    training failed. Raises BadInput for an impossible request, before anything is trained.
    """
    from core.experiments.registry import ExperimentRequest, find_experiment
    from core.models.training.recipes import specs_of
    from data.experiments.script import done_here

    home, entry = _home(workspace), find_experiment(name)
    names, spelled = ([value] if isinstance(value, str) else [*value] for value in (models, conditions))
    request = ExperimentRequest(
        name, dataset, specs_of(names, recipe), tuple(spelled) or entry.conditions, tuple(shares) or entry.shares,
        tuple(range(seeds)), train_split, split, train_samples, test_samples, steps, replaces, curated,
        device, workers, ray, balanced, lexicon, masked,
    )  # fmt: skip
    return done_here(home, request, report)


def runs(workspace: Folder | None = None) -> "list[RunCard]":
    """The cards of all evaluations, newest first, also of unfinished ones (`finished` is False)."""
    from data.runs.scores import runs as cards

    return cards(_home(workspace))


def run(run_id: str, workspace: Folder | None = None) -> "RunCard":
    """The card of the evaluation with this id, or of the "latest": its data set, models, cells, versions.

    Raises BadInput if there is no such evaluation.
    """
    from data.runs.named import run_named

    return run_named(_home(workspace), run_id)


def scores(
    run: "RunCard | str", *, curated: bool = False, each: bool = False, only_changed: bool | None = None,
    workspace: Folder | None = None,
) -> "list[Score]":  # fmt: skip
    """Accuracy, F1, kappa and share perturbed of a run (its card, id or "latest") for each model and condition.

    A score has a `metric`, `model`, `perturbation` ("" for the original texts), `severity`, `value`, the number of
    samples `n`, and a 95 % interval from `low` to `high`. NaN means that there is no score. `curated` counts only
    samples that people kept or relabelled, `only_changed` only samples that a perturbation changed (None: as in the
    run's paper). Several trainings of a model have one mean score with `sd`; `each` gives a score for each of them.
    """
    from data.runs.measures.repeated import scored

    home, id_ = _home(workspace), _card(run, workspace).id
    return scored(home, id_, _kept(home, id_, curated), each, only_changed)


def heatmap(
    run: "RunCard | str", path: Folder | None = None, *, metric: str = "", curated: bool = False,
    workspace: Folder | None = None,
) -> "Html":  # fmt: skip
    """The run's heatmap of kappa or concordance, as HTML for a notebook; also written to `path` as a page.

    `metric` chooses another score. Raises BadInput for a score of original texts only, and if `path` is not .html.
    """
    from data.reports.script import heatmap

    home, id_ = _home(workspace), _card(run, workspace).id
    return heatmap(home, id_, path, _kept(home, id_, curated), metric)


def worst(
    run: "RunCard | str", conditions: str | Sequence[str] = (), model: str = "", *, workspace: Folder | None = None
) -> "WorstOfK":
    """How many labels stay under every draw of these conditions (by default, of all conditions of the run together).

    `kept` has the share of samples that keep their label under each of 1, 2, ... draws; `right` the share that have the
    right label under all these (robust accuracy); `kappa` the kappa against the worst draw; `fallen` the samples that
    change. A number changes if it moves by more than a tenth of its scale, a tagged sentence if an entity changes.
    Raises BadInput for unknown names.
    """
    from data.flips.script import worst

    return worst(_home(workspace), _card(run, workspace), conditions, model)


def card(
    run: "RunCard | str", path: Folder | None = None, *, curated: bool = False, examples: int = 3,
    workspace: Folder | None = None,
) -> str:  # fmt: skip
    """A run's robustness card as Markdown, or as one HTML page where `path` ends in .html; also written to `path`.

    It shows a number of perturbed texts (`examples`): check the data set's licence. Raises BadInput for other endings.
    """
    from data.reports.script import card

    home, id_ = _home(workspace), _card(run, workspace).id
    return card(home, id_, path, _kept(home, id_, curated), examples)


def compare(
    first: "RunCard | str", second: "RunCard | str", metric: str = "kappa", models: Sequence[str] = (), *,
    workspace: Folder | None = None,
) -> "Comparison":  # fmt: skip
    """The differences of two runs in each condition that both have; a notebook draws them.

    The runs are paired by sample, and by the names of models or the two names in `models`. A difference in
    `differences` has a `condition`, the figures `first` and `second`, `found` (second minus first, with a 95 %
    interval) and `p`, with Holm's correction for all of them. `to_pandas()` gives a table. If both runs have several
    draws, the figures are means over their common draws, and the interval covers other draws too. A run may be a folder
    of another workspace. Raises BadInput if the runs do not share the data set, the split and the metric.
    """
    from data.reports.comparison import comparison
    from data.reports.run_at import run_at

    home, names = _home(workspace), [side if isinstance(side, str) else side.id for side in (first, second)]
    one, other = (run_at(home, name) for name in names)
    return comparison(one, other, metric, models)


def kappa(before: Sequence[str], after: Sequence[str]) -> "Estimate":
    """Cohen's kappa of two lists of labels of the same samples: `value`, and a 95 % interval from `low` to `high`.

    NaN if all labels in both lists are the same. Raises BadInput if the lists differ in length.
    """
    from core.metrics.agreement import cohens_kappa

    return cohens_kappa([*before], [*after])


def flips(
    run: "RunCard | str", condition: str, model: str = "", *, curated: bool = False, moved: float | None = None,
    workspace: Folder | None = None,
) -> "list[Flip]":  # fmt: skip
    """The samples whose label changed under this condition, the surest first; a run of one model needs no `model`.

    A number flips if it moves by more than `moved` (default: a tenth of its scale), tags flip if an entity changes. A
    flip has the labels `gold`, `gold_after` (the label that people gave), `before` and `after`, their probabilities,
    and `rewrites`: the name and rewrite of each text. Flips of several trainings of a model are listed training by
    training. Raises BadInput for an unknown run, model or condition.
    """
    from data.flips.script import flips

    home, card = _home(workspace), _card(run, workspace)
    return flips(home, card, condition, model, _kept(home, card.id, curated), moved)


def predictions(
    run: "RunCard | str", condition: str = "", model: str = "", *, workspace: Folder | None = None
) -> "pa.Table":
    """The model's predictions on the original texts, or on the texts that the condition changed, one row per sample.

    Columns: `sample_id`, `candidate_id` ("" for an original), `gold`, `label`, and `probabilities` in the order of the
    run's `labels`. Raises BadInput for an unknown run, model or condition.
    """
    from core.perturbations.conditions import parse_condition
    from data.runs.named import only_model
    from data.runs.scores import predictions_of

    card, chosen = _card(run, workspace), parse_condition(condition) if condition else None
    return predictions_of(_home(workspace), card.id, only_model(card, model), chosen)


def decisions(path: Folder | None = None, *, workspace: Folder | None = None) -> "pa.Table":
    """All decisions of people so far, one row each, also undone ones (`stands` is False); also written to `path`.

    The path ends in .csv, .jsonl or .parquet. Raises BadInput for other endings.
    """
    from data.store.export import Export, take_away

    return take_away(_home(workspace), Export.DECISIONS, path)


def curated(path: Folder | None = None, *, workspace: Folder | None = None) -> "pa.Table":
    """The samples that people kept or relabelled, one row each, with the original and the perturbed texts.

    `label` is the right label of the perturbed text, as people see it. For `path`, see `decisions`.
    """
    from data.store.export import Export, take_away

    return take_away(_home(workspace), Export.CURATED, path)


def _home(workspace: Folder | None) -> "Workspace":
    from data.plugins import load_plugins
    from data.setup.home import ready_workspace

    home = ready_workspace(workspace)
    load_plugins(home)
    return home


def _card(run_or_id: "RunCard | str", workspace: Folder | None) -> "RunCard":
    return run(run_or_id if isinstance(run_or_id, str) else run_or_id.id, workspace)


def _kept(home: "Workspace", run: str, wanted: bool) -> "Curated | None":
    from data.runs.measures.kept import kept_here

    return kept_here(home, run, wanted)


for _name, _function in [*globals().items()]:
    if isinstance(_function, FunctionType) and _function.__module__ == __name__ and not _name.startswith("_"):
        globals()[_name] = checked(_function)
