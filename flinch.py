"""Flinch from Python, for scripts and notebooks: what the pages and commands do, as functions.

Ask `help(flinch.evaluate)` for what a function takes, gives and raises. Here "->" is what comes back.

    perturb(text or texts, "negation@1")          what a condition makes of a text -> Rewrite, or None
    perturbations()                               all there are -> Perturbation
    datasets()  samples(texts, labels)            those of the workspace, and your own -> DatasetCard, Sample
    import_data(file, name)                       a file as a data set -> DatasetCard
    grid(dataset, folder, conditions)             perturbed data sets as Parquet -> ExportedGrid
    evaluate(dataset, models, conditions)         train, open or call models, and predict -> RunCard
    evaluate_paper("romero")                      what a paper evaluated -> RunCard
    import_predictions(table, grid, name)         what a model said elsewhere -> RunCard
    experiment(name, dataset, models)             learnability, word order and others -> Outcome
    runs()  run(id)  predictions(run)             what is there of a run
    card(run)  heatmap(run)                       a card to hand on, a heatmap for a notebook
    scores(run)  flips(run, condition)            what came of it -> Score, Flip
    predict(model, texts)  find_flip(model, text, conditions)     ask a model -> TextPrediction, FlipSearch
    worst(run, conditions)                        what holds under every draw -> WorstOfK
    compare(run, run)                             paired differences of two runs -> Comparison
    kappa(before, after)                          agreement of labels -> Estimate
    decisions(file)  curated(file)                what people decided, as an Arrow table
    @perturbation(level=..., unit=..., alters_meaning=...)        register your own,
    check_perturbation(mine)  @model("mine")  @metric()           and see what it breaks

A condition is spelled as in a command: "negation@1" (the unit follows from the perturbation), or
"keyboard@5,negation@1" for a chain. A workspace is a folder, by default the one that FLINCH_WORKSPACE names. What can't
be used raises `BadInput`, whose sentence says what was expected; an optional part that is absent `MissingResource`,
which says how to get it. Nothing is imported until it is used.
"""

import sys
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
    from core.records import CuratedSample
    from core.records import DatasetCard as DatasetCard
    from core.records import Sample as Sample
    from core.records import Score as Score
    from core.rewrite import Piece as Piece
    from core.rewrite import Rewrite as Rewrite
    from data.flips.worst import WorstOfK as WorstOfK
    from data.models.given import Called, Fitted
    from data.reports.comparison import Comparison as Comparison
    from data.reports.page import Html
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
    """Every perturbation there is: its name, unit, severities (`values`), paper, and what it does (`summary`)."""
    from core.perturbations import registry
    from data.plugins import load_plugins

    load_plugins()
    return registry.perturbations()


def perturbation(
    *, level: str, unit: str, alters_meaning: bool, values: Sequence[float | str] = (), needs_tags: bool = False
) -> "Callable[[Rewriter], Rewriter]":
    """Register the decorated function, `(text, amount, draws) -> Rewrite or None`, as a perturbation of its name.

    `level` is "character", "word", "sentence" or "order", `unit` "pps", "percent-words", "percent-characters" or
    "probability", `values` its usual severities. It is known in this process, and everywhere if FLINCH_PLUGINS names
    its file (docs/python.md). Raises BadInput for what is not there, no function with a docstring, and a name of ours.
    """
    from core.perturbations.own import own_perturbation
    from data.lexicon.resources import perturber

    register = own_perturbation(level, unit, alters_meaning, values, needs_tags)

    def registered(rewrite: "Rewriter") -> "Rewriter":
        perturber.cache_clear()  # it holds what bore this name before
        return register(rewrite)

    return registered


def check_perturbation(mine: "str | Rewriter", texts: Sequence[str] = ()) -> list[str]:
    """What a perturbation, by name or as its function, breaks of what each owes, a sentence each; [] if all is well.

    It must be the same twice, touch only what its edits say, keep to its severity, fail on no text, and change some.
    `texts` are tried beside ours. Raises BadInput for one that is not registered.
    """
    from core.perturbations.faults import TEXTS, faults_of
    from core.perturbations.own import name_of
    from data.lexicon.resources import perturber

    def rewritten(text: str, known: "Perturbation", value: float | str, seed: int) -> "Rewrite | None":
        return perturber().text(text, known.name, known.severity(value), seed, text)

    return faults_of(name_of(mine), rewritten, (*TEXTS, *texts))


def model(name: str) -> "Callable[[Called], Called]":
    """Register the decorated function as a model: a text, or the two of a pair -> what the task asks for.

    That is a label, or the probability of each; a number for similarity; a list of a tag for each word. From then on
    `name` is a model like "minilm". It is known in this process, and everywhere if FLINCH_PLUGINS names what registers
    it. `model("mine")(classifier)` names a fitted one of scikit-learn. Raises BadInput for a name of ours, or no model.
    """
    from data.models.given import named

    return named(name)


def metric(*, task: str = "classification", unit: str = "points", compares: str = "gold") -> "Callable[[Own], Own]":
    """Register the decorated function as a metric of its name: of scores, heatmaps, cards and `check --min`.

    It takes two lists of labels of the same samples: gold and predicted on perturbed text where it `compares` "gold",
    predicted on original and on perturbed text where it compares "predictions"; it gives a number. `unit` is "points"
    or "percent" (of 1, shown times 100), or "agreement" (-1 to 1). The first line of its docstring says what it tells.
    Known as a `perturbation` is; with a bootstrap's interval. Raises BadInput for what is unknown, or a name of ours.
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
    """What the condition makes of a text, or of each of several; None where it is not applicable.

    A rewrite's `perturbed` is the text as it reads now, `segments` the difference as (old, new) stretches, `edits` the
    places that changed. A text draws by itself, its n-th copy as the n-th, like rows without an id in `cli.py perturb`.
    Raises BadInput for a condition that does not exist and for what is no text; MissingResource for an absent list.
    """
    from data.variants.texts import perturbed_texts

    one = isinstance(text, str | bytes) or not isinstance(text, Iterable)
    rewrites = perturbed_texts([text] if one else text, condition, seed)  # type: ignore[list-item]
    return rewrites[0] if one else rewrites


def samples(
    texts: "Iterable[str] | Table", labels: Iterable[Any] = (), *, text: str | Sequence[str] = "text",
    label: str = "label", dataset: str = "mine", split: str = "test",
) -> "list[Sample]":  # fmt: skip
    """Samples of one text each, in order; without labels each has the label "".

    Or those of the rows of a table (pandas, Arrow, Polars, `datasets`): `text` names its column of texts, or two for
    pairs, `label` that of the labels. In place of a text there may be a list of words with a list of tags as its label,
    or two texts; pairs with decimal numbers as labels are a similarity. Raises BadInput unless there are no labels, or
    as many as texts, for tags that don't fit, and for a column that is not there.
    """
    from data.importing.script_samples import is_table, samples_in, samples_of

    if is_table(texts):
        return samples_in(texts, text, label, dataset, split)
    return samples_of(texts, labels, dataset, split)


def datasets(workspace: Folder | None = None) -> "list[DatasetCard]":
    """The cards of the data sets in the workspace, by name; an empty workspace gets the demo data sets first."""
    from data.datasets.stored import dataset_cards

    return dataset_cards(_home(workspace))


def import_data(
    file: Folder, name: str, *, task: str = "classification", split: str = "test", text: str | Sequence[str] = (),
    label: str | None = None, label_names: "Mapping[str, str] | None" = None, positive: str = "",
    replace: bool = False, workspace: Folder | None = None,
) -> "DatasetCard":  # fmt: skip
    """Store a file (CSV, TSV, JSON, JSONL, Parquet, CoNLL and others) as a split of a data set; its card.

    `text` names one column or two, `label` that of the gold labels; what is left out is guessed. `label_names` are
    names for coded labels, {"0": "negative"}; `positive` is the label that the F1 of two labels goes by. Raises
    BadInput for what can't be read, for bad rows, and for a split that is there already unless `replace` is set.
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
    """Perturb a data set, named or as in `evaluate`, and put a Parquet file for each condition under `out`.

    A plain name means every severity of the perturbation's paper; "all" means every perturbation. Left out, `splits`
    and `fields` (the texts to perturb) are all of them, `workers` all cores; `limit` takes the first samples of each
    split in the seeded order, 0 all. `share` is the probability that a sample is perturbed at all (Zhang et al. 2022).

    What comes back has the `folder`, with its data card in README.md, and the `files`: each with its `path`, its
    `condition` and its `counts` (samples, perturbed, mean severity). What the same call made before is kept. Raises
    BadInput for names that do not exist, and for a folder that holds something else unless `replace` is set.
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
    """Train models, or open them where they are trained, and predict the split as it is and under each condition.

    `dataset` is the name of one in the workspace, or samples, which are stored there under the name that they give; or
    a table with columns "text" and "label" (for others see `samples`).
    `models` are "minilm", "cnn", "textrnn", "bilstm", "char-cnn", hub names or folders, to train; "as-is:FOLDER", or
    (model, tokenizer) or a model of transformers, fine-tuned elsewhere, with labels called as the data's; endpoints
    ("endpoint:http://host/v1#model", asked by `prompt` with {text} and {labels} in it, with room for `answer_tokens`,
    0 for 32), functions as in `model`, or fitted classifiers of scikit-learn. Conditions are as in `grid`.
    `train_limit` and `limit` are samples, 0 all; `device` is auto, cpu or cuda, `precision` auto, exact or fast; `seed`
    the perturbations', `draws` how often every text is perturbed, each time by the next seed (see `worst`);
    `train_seed` is that of the first of `seeds` trainings of each model, None the recipe's; `recipe` usual or a
    paper's, as on Evaluate; with `class_weights` every label weighs the same in training. It is a job that the app sees
    too, done in this process; what it says goes to stderr. Returns the run's card, for `scores` and `flips`. Raises
    BadInput for unknown names and what went wrong in the job.
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
    """What a model says of each text: its `label`, and `probabilities`, by label; {} where none are known.

    `model` is a name on the card of `run`, or of the newest run that has it, of single texts with labels, and still
    there; or a function as in `model`, or a fitted classifier. Raises BadInput for anything else.
    """
    from core.text.checked import checked_texts
    from data.runs.stored_models import labelling_by

    rows = checked_texts(texts)
    return labelling_by(_home(workspace), model, run)(rows)


def find_flip(
    model: "str | Function | Fitted", text: str, conditions: str | Sequence[str], *, budget: int = 200, seed: int = 0,
    run: "RunCard | str" = "", workspace: Folder | None = None,
) -> "FlipSearch[TextPrediction]":  # fmt: skip
    """Draw the conditions with `seed` and the ones after it until the model's label of the text changes.

    `model` is as in `predict`. The search ends with a flip, or after `budget` draws.
    It has `drawn`, the label `before`, and the `smallest` flip: the fewest words touched, then the fewest characters;
    None where there is none. A flip has its `condition`, `seed`, `rewrite`, `words`, `characters`, `before` and
    `after`. Raises BadInput for an empty text, an unknown model or condition, and what the function can't say.
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
    """A run of what a model that ran elsewhere said `of` a grid (what `grid` gave, or its folder); the run's card.

    Of a run (its card, id or "latest") it becomes one more model, called `model`. `predictions` are a table, or files:
    a row has a sample (`sample_id`, or its `row` in the grid), its `variant` ("original", "keyboard@5"; `variant` is
    that of rows without), the `prediction`, and probabilities if there are any ("p_<label>"; `softmax` makes them of
    logits). `columns` names those that are called otherwise, {"label": "guess"}. The original texts need a prediction
    each; a condition counts when each text that it changed has one. What is left out is said on stderr. Raises BadInput
    for what fits nothing; with `skip` such rows are left out.
    """
    from data.imported_predictions.script import imported

    return imported(_home(workspace), predictions, of, model, variant, columns or {}, softmax, skip)


def evaluate_paper(
    paper: str, models: Sequence[str] = (), *, ours: bool = False, recipe: str = "", limit: int = 0, seeds: int = 0,
    train_limit: int = 0, class_weights: bool = False, prompt: str = "", answer_tokens: int = 0,
    device: str = "auto", workspace: Folder | None = None, report: Report | None = None,
) -> "list[RunCard]":  # fmt: skip
    """Evaluate all that "romero" or "moradi" evaluated and that is at hand; the cards of the runs, the newest first.

    `models` stand in for the paper's, `recipe` for its way to fine-tune, `seeds` for how often it trained each model;
    `class_weights`, `prompt` and `answer_tokens` are as in `evaluate`; `ours` has our rules for the paper's own. What
    is not at hand is said on stderr and left out, what is done is not done again. Raises BadInput, when all else is
    done, for data sets that failed.
    """
    from core.rules import Rules
    from data.jobs.bar import watched
    from data.plans.request import PaperRequest
    from data.plans.starting import done_here

    asked = PaperRequest(
        paper, tuple(models), Rules.OURS if ours else Rules.PAPER, recipe, limit, train_limit, device=device,
        seeds=seeds, class_weights=class_weights, prompt=prompt, answer_tokens=answer_tokens,
    )  # fmt: skip
    with watched(report) as show:
        done_here(_home(workspace), asked, print, show)
    return [card for card in runs(workspace) if card.plan == asked.id]


def experiment(
    name: str, dataset: str, models: str | Sequence[str], conditions: str | Sequence[str] = (), *,
    shares: Sequence[float] = (), seeds: int = 1, train_samples: int = 1_000, test_samples: int = 500,
    train_split: str = "train", split: str = "test", steps: int = 0, replaces: bool = False,
    curated: bool = False, recipe: str = "usual", balanced: bool = True, lexicon: str = "", masked: str = "",
    device: str = "auto", workers: int = 0, ray: str = "", workspace: Folder | None = None,
    report: Report | None = None,
) -> "list[Outcome]":  # fmt: skip
    """Do an experiment (docs/experiments.md) as a job in this process, or go on with it; what came of each test.

    Conditions and shares left out are the experiment's own. An outcome has its `model`, `seed`, `labels` (gold or
    random), `trained_on`, `share`, `tested_on`, `accuracy`, `scores` and `changes` by metric, and a `reason` where its
    training failed. Raises BadInput for what can't be done, before anything is trained.
    """
    from core.experiments.registry import ExperimentRequest, find_experiment
    from core.models.training.recipes import specs_of
    from data.experiments.script import done_here

    home, known = _home(workspace), find_experiment(name)
    names, spelled = ([one] if isinstance(one, str) else [*one] for one in (models, conditions))
    asked = ExperimentRequest(
        name, dataset, specs_of(names, recipe), tuple(spelled) or known.conditions, tuple(shares) or known.shares,
        tuple(range(seeds)), train_split, split, train_samples, test_samples, steps, replaces, curated,
        device, workers, ray, balanced, lexicon, masked,
    )  # fmt: skip
    return done_here(home, asked, report)


def runs(workspace: Folder | None = None) -> "list[RunCard]":
    """The cards of all evaluations, newest first, those still under way too (`finished` is False)."""
    from data.runs.scores import runs as cards

    return cards(_home(workspace))


def run(run_id: str, workspace: Folder | None = None) -> "RunCard":
    """The card of an evaluation by its id, or of the newest for "latest": its data set, models, cells, versions.

    Raises BadInput where there is none.
    """
    from data.runs.named import run_named

    return run_named(_home(workspace), run_id)


def scores(
    run: "RunCard | str", *, curated: bool = False, each: bool = False, only_changed: bool | None = None,
    workspace: Folder | None = None,
) -> "list[Score]":  # fmt: skip
    """Accuracy, F1, kappa and share perturbed of a run (its card, id or "latest") for each model and condition.

    A score has its `metric`, `model`, `perturbation` ("" for the original texts), `severity`, `value`, the `n` samples
    it stands on, and a 95 % interval from `low` to `high`. NaN is what could not be scored. With `curated` only what
    people kept or relabelled counts, with `only_changed` what a perturbation changed (None: as in the paper that the
    run is a part of). Of several trainings of a model the mean is scored, with `sd`, or `each` of them.
    """
    from data.runs.measures.repeated import scored

    home, id_ = _home(workspace), _card(run, workspace).id
    return scored(home, id_, _kept(home, id_) if curated else None, each, only_changed)


def heatmap(
    run: "RunCard | str", path: Folder | None = None, *, metric: str = "", curated: bool = False,
    workspace: Folder | None = None,
) -> "Html":  # fmt: skip
    """The run's heatmap, of kappa or concordance, as HTML that a notebook draws; also written to `path`, as a page.

    `metric` is another of its scores. Raises BadInput for one of original texts only, and unless `path` is .html.
    """
    from data.reports.script import heatmap

    home, id_ = _home(workspace), _card(run, workspace).id
    return heatmap(home, id_, path, _kept(home, id_) if curated else None, metric)


def worst(
    run: "RunCard | str", conditions: str | Sequence[str] = (), model: str = "", *, workspace: Folder | None = None
) -> "WorstOfK":
    """What a model keeps under every draw of these conditions, of all of the run together where they are left out.

    `kept` has the share of samples that keep their label under each of 1, 2, ... draws, `right` that of those whose
    label is right throughout (robust accuracy), `kappa` is that against the worst draw, `fallen` has the samples that
    change. A number changes where it moves by more than a tenth of its scale, a sentence with tags where an entity
    does. Raises BadInput for unknown names.
    """
    from data.flips.script import worst

    return worst(_home(workspace), _card(run, workspace), conditions, model)


def card(
    run: "RunCard | str", path: Folder | None = None, *, curated: bool = False, examples: int = 3,
    workspace: Folder | None = None,
) -> str:  # fmt: skip
    """A run's robustness card as Markdown, or as one HTML page where `path` ends in .html; also written to `path`.

    It shows so many `examples` of perturbed texts: mind the data set's licence. Raises BadInput for another ending.
    """
    from data.reports.script import card

    home, id_ = _home(workspace), _card(run, workspace).id
    return card(home, id_, path, _kept(home, id_) if curated else None, examples)


def compare(
    first: "RunCard | str", second: "RunCard | str", metric: str = "kappa", models: Sequence[str] = (), *,
    workspace: Folder | None = None,
) -> "Comparison":  # fmt: skip
    """How the second run differs from the first in each condition that both have; a notebook draws it.

    They are paired by sample, models by their name, or the two of `models`. Its `differences` have a `condition`, the
    figures `first` and `second`, `found` (the second's less the first's, with a 95 % interval) and `p`, corrected by
    Holm for all of them; `to_pandas()` is the table. Of several draws all that both have count: the figures are means,
    the interval is for other draws too. A run may be a folder with another workspace's. Raises BadInput for another
    data set, split or metric than both have.
    """
    from data.reports.comparison import comparison
    from data.reports.run_at import run_at

    home, names = _home(workspace), [one if isinstance(one, str) else one.id for one in (first, second)]
    one, other = (run_at(home, name) for name in names)
    return comparison(one, other, metric, models)


def kappa(before: Sequence[str], after: Sequence[str]) -> "Estimate":
    """Cohen's kappa of two lists of labels of the same samples: `value`, and a 95 % interval from `low` to `high`.

    NaN where every label in both is one and the same. Raises BadInput unless they are equally long.
    """
    from core.metrics.agreement import cohens_kappa

    return cohens_kappa([*before], [*after])


def flips(
    run: "RunCard | str", condition: str, model: str = "", *, curated: bool = False, moved: float | None = None,
    workspace: Folder | None = None,
) -> "list[Flip]":  # fmt: skip
    """The samples whose label changed under this condition, the surest first; the model may be left out for just one.

    Of numbers those that moved by more than `moved`, at first a tenth of their scale; of tags those in which an entity
    changed. A flip has the labels `gold`, `gold_after` (what people made of it), `before`, `after`, their
    probabilities, and `rewrites`: each text's name and rewrite. Those of several trainings that share the model's name
    come one training after the other. Raises BadInput for a run, a model or a condition that is not there.
    """
    from data.flips.script import flips

    home, card = _home(workspace), _card(run, workspace)
    return flips(home, card, condition, model, _kept(home, card.id) if curated else None, moved)


def predictions(
    run: "RunCard | str", condition: str = "", model: str = "", *, workspace: Folder | None = None
) -> "pa.Table":
    """What the model said of each original text, or of each text that the condition changed: a row a sample.

    Columns: `sample_id`, `candidate_id` ("" for an original), `gold`, `label`, and `probabilities` in the order of the
    run's `labels`. Raises BadInput for a run, a model or a condition that is not there.
    """
    from core.perturbations.conditions import parse_condition
    from data.runs.named import only_model
    from data.runs.scores import predictions_of

    card, chosen = _card(run, workspace), parse_condition(condition) if condition else None
    return predictions_of(_home(workspace), card.id, only_model(card, model), chosen)


def decisions(path: Folder | None = None, *, workspace: Folder | None = None) -> "pa.Table":
    """What people decided by now: a row for each decision, undone ones too (`stands` is False); also written to `path`.

    The path ends in .csv, .jsonl or .parquet. Raises BadInput for another ending.
    """
    from data.store.export import Export, take_away

    return take_away(_home(workspace), Export.DECISIONS, path)


def curated(path: Folder | None = None, *, workspace: Folder | None = None) -> "pa.Table":
    """What came of that: a row for each sample that people kept or relabelled, with its texts before and after.

    `label` is what people say is right for the perturbed text. Otherwise as `decisions`.
    """
    from data.store.export import Export, take_away

    return take_away(_home(workspace), Export.CURATED, path)


def _home(workspace: Folder | None) -> "Workspace":
    from data.plugins import load_plugins
    from data.setup.home import ready_workspace

    home = ready_workspace(workspace)
    load_plugins(home)
    return home


def _card(named: "RunCard | str", workspace: Folder | None) -> "RunCard":
    return run(named if isinstance(named, str) else named.id, workspace)


def _kept(home: "Workspace", run: str) -> "Mapping[str, CuratedSample]":
    from data.runs.measures.kept import kept_here

    return kept_here(home, run, sys.stderr).samples


for _name, _function in [*globals().items()]:
    if isinstance(_function, FunctionType) and _function.__module__ == __name__ and not _name.startswith("_"):
        globals()[_name] = checked(_function)
