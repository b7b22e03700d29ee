"""The commands of experiments: do one, list them, and print what came of one."""

from collections.abc import Iterator, Sequence
from itertools import chain
from math import isnan, nan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.jobs import MODELS, Again, do_job
from commands.options import NAMED, Dataset, Recipe, Split, usage
from data.workspace import Workspace

Metric = Annotated[str, typer.Option("--metric", help="The metric, such as matthews (default: the data set's).")]
if TYPE_CHECKING:
    from core.experiments.corruption_results import Measured
    from core.experiments.cues import CueShares
    from core.experiments.records import Outcome
    from core.metrics.estimate import Estimate
    from data.experiments.files import ExperimentCard


def experiment(
    name: Annotated[str, typer.Argument(help="learnability, augmentation, word_classes or word_order.")],
    dataset: Dataset,
    model: Annotated[list[str], typer.Option("--model", "--models", help=MODELS)],
    perturbation: Annotated[
        list[str] | None, typer.Option("--perturbation", help=f"{NAMED} Default: the paper's.")
    ] = None,
    share: Annotated[list[float] | None, typer.Option(help="A share of texts that are perturbed; repeatable.")] = None,
    seeds: Annotated[int, typer.Option(help="Number of trainings of each kind, with seeds 0, 1 and so on.")] = 1,
    train_samples: Annotated[
        int, typer.Option(help="Number of training samples, balanced by label; 0 for all.")
    ] = 1_000,
    test_samples: Annotated[int, typer.Option(help="Number of test samples, balanced by label; 0 for all.")] = 500,
    train_split: Split = "train",
    split: Split = "test",
    steps: Annotated[int, typer.Option(help="Steps of each training; 0 for the epochs of its recipe.")] = 0,
    replaces: Annotated[bool, typer.Option("--replace", help="Perturbed texts replace their originals.")] = False,
    curated: Annotated[
        bool,
        typer.Option("--curated", help="Train once with texts that people kept, and once with as many random texts."),
    ] = False,
    unbalanced: Annotated[
        bool, typer.Option("--unbalanced", help="Draw samples at random, not balanced by label.")
    ] = False,
    metric: Metric = "",
    lexicon: Annotated[str, typer.Option(help="word_classes: a file of cue words (default: Flinch's own).")] = "",
    masked: Annotated[
        str, typer.Option(help="word_classes: hub name or folder of the masked language model that guesses words.")
    ] = "",
    recipe: Recipe = "usual",
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    workers: Annotated[int, typer.Option(help="Number of processes; 0 means one per GPU.")] = 0,
    ray: Annotated[str, typer.Option(help="Address of a Ray cluster, such as auto.")] = "",
    again: Again = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would be trained and how long it takes.")
    ] = False,
) -> None:
    """Do an experiment and print its results. Each result is one line of tab-separated values.

    To resume a stopped command, give it again.
    """
    from core.experiments.registry import ExperimentRequest, find_experiment
    from core.models.training.recipes import specs_of
    from data.datasets.stored import dataset_card
    from data.experiments.estimate import forecast
    from data.experiments.scoring import check_metric
    from data.setup.home import ready_workspace

    home = ready_workspace()
    with usage():
        known = find_experiment(name)
        asked = ExperimentRequest(
            name, dataset, specs_of(model, recipe), tuple(perturbation or known.conditions),
            tuple(share or known.shares), tuple(range(seeds)), train_split, split, train_samples, test_samples, steps,
            replaces, curated, device, workers, ray, not unbalanced,
            str(Path(lexicon).resolve()) if lexicon else "", masked,
        )  # fmt: skip
        known.trainings(asked)
        if metric:
            check_metric(dataset_card(home, dataset), known, metric)
    typer.echo(forecast(home, asked), err=True)
    if not dry_run:
        found = do_job("experiment", f"{known.title} on {dataset}", asked.arguments(), again=again)
        _print(Workspace.current(), found, metric)


def experiments(
    name: Annotated[str, typer.Argument(help="The id of an experiment, or latest, to print its results.")] = "",
    metric: Metric = "",
) -> None:
    """List experiments, or print the results of one. The list has the newest first."""
    from data.experiments.files import experiment_named
    from data.experiments.files import experiments as cards

    workspace = Workspace.current()
    if name:
        _print(workspace, experiment_named(workspace, name).id, metric)
        return
    for card in cards(workspace):
        state = "finished" if card.finished else "unfinished"
        typer.echo(f"{card.id}\t{state}\t{card.experiment}\t{card.dataset}\t{card.trainings} trainings")


def _print(workspace: Workspace, experiment_id: str, metric: str) -> None:
    from data.experiments.files import chosen_metrics, experiment_named, outcomes

    card = experiment_named(workspace, experiment_id)
    for sentence in card.warnings:
        typer.echo(sentence, err=True)
    found = outcomes(workspace, card.id)
    for reason in dict.fromkeys(f"{o.model}: {o.reason}" for o in found if o.reason):
        typer.echo(reason, err=True)
    with usage():
        metrics = chosen_metrics(card, found, metric)
    for line in _lines(card, found, metrics):
        typer.echo(line)


def _lines(card: "ExperimentCard", found: "Sequence[Outcome]", metrics: "Sequence[str]") -> Iterator[str]:
    from core.experiments.registry import Reading, find_experiment

    reading = find_experiment(card.experiment).reading
    if reading is Reading.LEARNABILITY:
        return _learnability(found)
    if reading is Reading.TRANSFER:
        return _transfer(found)
    theirs = _published(card.dataset, metrics) if find_experiment(card.experiment).removes else ()
    return chain(_corruption(found, card.measured or {}, metrics), _guesses(card), theirs)


def _transfer(found: "Sequence[Outcome]") -> Iterator[str]:
    yield "model\tseed\ttrained_on\tshare\tadded\ttested_on\tsamples\taccuracy"
    for o in found:
        trained = f"{o.model}\t{o.seed}\t{o.trained_on}\t{o.share:g}\t{o.added}"
        yield f"{trained}\t{o.tested_on}\t{o.samples}\t{_figure(o.accuracy)}"


def _corruption(found: "Sequence[Outcome]", measured: "Measured", metrics: "Sequence[str]") -> Iterator[str]:
    from core.experiments.corruption_results import corrupted, explained
    from core.experiments.cues import cued
    from core.metrics.order import TEXT_METRICS

    where = ("train", "test", "both")
    changes = (f"{name}_{part}" for name in where for part in ("change", "low", "high"))
    head = ["model", "perturbation", "share", "metric", "samples", "baseline", *where, *changes, *TEXT_METRICS]
    yield "\t".join(head)
    for metric in metrics:
        for row in corrupted(found, metric):
            scores = (row.baseline.mean, row.train.mean, row.test.mean, row.both.mean)
            bounds = (part for one in row.changed for part in (one.value, one.low, one.high))
            means = (measured.get(row.condition, {}).get(name, nan) for name in TEXT_METRICS)
            figures = map(_figure, (*scores, *bounds, *means))
            samples = max(one.n for one in row.changed)
            yield "\t".join([row.model, row.condition, f"{row.share:g}", metric, f"{samples}", *figures])
    for of in cued(found):
        yield from (_cues(of, how, one) for how, one in (("right", of.right), ("wrong", of.wrong)))
    for one in explained(corrupted(found, metrics[0]), measured):
        for name, value in (("pearson", one.pearson), ("spearman", one.spearman)):
            yield "\t".join([name, one.model, one.metric, *map(_figure, (value.value, value.low, value.high))])


def _cues(of: "CueShares", how: str, found: "Estimate") -> str:
    figures = map(_figure, (found.value, found.low, found.high))
    return "\t".join([f"cues_{of.kind}_{how}", of.model, of.condition, f"{found.n}", *figures])


def _published(dataset: str, metrics: "Sequence[str]") -> Iterator[str]:
    """Lines of the same columns, without numbers of samples and intervals."""
    from data.published.word_classes import MODEL, published_changes

    for one in published_changes():
        if one.dataset == dataset and one.metric in metrics:
            scores = map(_figure, (score / 100 for score in (one.baseline, *one.scores)))
            changes = (part for change in one.changes for part in (_figure(change / 100), "", ""))
            condition = f"word_class_removal@{one.word_class}"
            yield "\t".join([f"{MODEL} (published)", condition, "1", one.metric, "", *scores, *changes])


def _guesses(card: "ExperimentCard") -> Iterator[str]:
    for on, of in (card.guesses or {}).items():
        for where, found in (("original", of.original), ("corrupted", of.corrupted)):
            figures = map(_figure, (found.value, found.low, found.high))
            yield "\t".join([f"masked_{where}", card.request.masked, on, f"{found.n}", *figures])


def _learnability(found: "Sequence[Outcome]") -> Iterator[str]:
    from core.experiments.learnability_results import correlations, learned

    rows = learned(found)
    shares = sorted({share for row in rows for share in row.at})
    at = "\t".join(f"at_{share:g}" for share in shares)
    yield f"model\tperturbation\t{at}\taverage_learnability\trobustness\tpost_augmentation"
    for row in rows:
        figures = (*(row.figure(share) for share in shares), row.average.mean)
        rest = (row.robustness.mean, row.post_augmentation.mean)
        yield "\t".join([row.model, row.condition, *map(_figure, (*figures, *rest))])
    for one in correlations(rows) if len(rows) > 2 else ():
        figures_of = (one.average.in_words, one.robustness.in_words, one.post_augmentation.in_words)
        yield "\t".join(["spearman", f"{one.at}", *figures_of]).rstrip()


def _figure(value: float) -> str:
    return "" if isnan(value) else f"{value:.4f}"
