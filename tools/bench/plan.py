"""The benches of docs/benchmarks.md in their order: what each says, what it measures, how long it may take."""

from collections.abc import Mapping
from dataclasses import dataclass, field

PERTURBING = ("core/perturbations", "core/text", "core/english", "core/rewrite.py", "data/lexicon")
HINTS = ("core/hints", "data/hints")
DESK = ("curation", "data/store", "data/append_log.py", "pages/ui/desk")
MODELS = ("core/models", "data/runs/evaluation.py")
NETWORKS = tuple(
    f"core/models/{name}" for name in ("predicting", "training", "transformer", "batching.py", "network.py")
)


@dataclass(frozen=True, slots=True)
class Planned:
    """A bench with its options. `measures`: the files and folders whose change makes its figures old."""

    name: str
    title: str
    measures: tuple[str, ...]
    minutes: float
    options: Mapping[str, object] = field(default_factory=dict)
    bench: str = ""

    @property
    def command(self) -> str:
        """As it is typed."""
        given = (
            "--" + key.replace("_", "-") + ("" if value is True else f" {value}") for key, value in self.options.items()
        )
        return " ".join(["python cli.py bench", self.bench or self.name, *given])


PLAN = (
    Planned("perturb", "Perturbing: sentences a second", PERTURBING, 2),
    Planned("peers", "Perturbing, compared with other libraries", PERTURBING, 2.5),
    Planned("fuzz", "Texts made to break perturbations", PERTURBING, 1),
    Planned("grammar", "What LanguageTool objects to", PERTURBING, 1.5),
    Planned("hints", "Hints: candidates a minute", HINTS, 1),
    Planned("store", "The time to save a decision", DESK, 0.5),
    Planned("desk", "From the key to the next sample", DESK, 0.5),
    Planned("app", "The app's pages, first painted", ("pages", "app.py"), 1),
    Planned("jobs", "Ten jobs: clicks, keys and waiting", ("pages", "app.py"), 1),
    Planned("memory", "Memory of the app", ("pages", "data/store", "app.py"), 4.5),
    Planned("playground", "The playground's model", ("core/flip_search.py", "data/runs/model_process.py"), 1),
    Planned("draws", "Ten draws of a run, compared with one", ("data/runs", "data/variants/making.py"), 1),
    Planned("scale", "Four million predictions", ("data/runs", "pages/ui/heatmaps", "pages/ui/runs/heatmap"), 1.5),
    Planned("evaluate", "A grid's predictions, compared with other libraries", MODELS, 9),
    Planned(
        "experiment", "Many trainings", ("core/experiments", "data/experiments"), 3, {"trainings": 10, "trained": 120}
    ),
    Planned("curation", "A team of twenty at the desk", DESK, 25.5),
    Planned("study", "Twenty participants of a study", ("data/study", "pages/ui/study"), 3.5),
    Planned("gpu", "On a GPU", NETWORKS, 0, {"gpu_check": True}, bench="grid"),  # ten minutes, where there is one
)
