"""A trained classifier for a spec: made once, then read from its folder."""

import json
import shutil
from collections.abc import Sequence
from math import isnan
from pathlib import Path

from core.models import cnn, transformer
from core.models.device import Device
from core.models.network import Classifier
from core.models.spec import Example, ModelKind, ModelSpec
from core.models.training import Report, train

CARD = "flinch.json"


def trained(
    spec: ModelSpec,
    labels: tuple[str, ...],
    examples: Sequence[Example],
    dev: Sequence[Example],
    device: Device,
    folder: Path,
    report: Report,
) -> Classifier:
    """The classifier that this spec makes of these examples: read from `folder`, or trained and left there.

    Training that was stopped goes on from its last whole epoch.

    Raises BadInput when the pretrained model can't be had or there is nothing to train on, and what `report` raises.
    """
    if is_trained(folder):
        read = cnn.load if spec.kind is ModelKind.CNN else transformer.load
        return read(folder, spec, labels, device)
    if spec.kind is ModelKind.CNN:
        classifier = cnn.fresh(spec, labels, device, examples)
    else:
        classifier = transformer.fresh(spec, labels, device)
    stood = folder.with_name(f".{folder.name}.training")
    reached = train(classifier, spec, examples, dev, report, stood)
    _keep(classifier, folder, reached)
    stood.unlink(missing_ok=True)
    return classifier


def is_trained(folder: Path) -> bool:
    """Whether this folder holds a model that `trained` would only read."""
    return (folder / CARD).exists()


def _keep(classifier: Classifier, folder: Path, reached: float) -> None:
    """Write the model beside its place and move it there, so that half a model is never found."""
    partial = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    classifier.save(partial)
    card = {"labels": classifier.labels, "dev_accuracy": None if isnan(reached) else reached}
    (partial / CARD).write_text(json.dumps(card), encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    partial.rename(folder)


def dev_accuracy_of(folder: Path) -> float | None:
    """The accuracy on dev of the model kept in this folder, in [0, 1]; None where there was no dev split."""
    found = json.loads((folder / CARD).read_text(encoding="utf-8"))["dev_accuracy"]
    return None if found is None else float(found)
