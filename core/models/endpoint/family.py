"""Endpoints among the models: `endpoint:https://host/v1#model`, with a prompt as the only setting."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import BadInput
from core.identity import content_id
from core.models.device import Device
from core.models.endpoint.prompt import TEMPLATE, TEXT, label_in, prompt
from core.models.family import CatalogueEntry, Chat, ModelPlan, ModelStore, Report
from core.models.predictor import Check, Cost, Identity, Labelled, Output, Texts, unchecked
from core.models.registry import register
from core.models.spec import Material, ModelSpec
from core.models.tasks import LABELLING, check_learns
from core.records import NO_LABEL, Task

KIND = "endpoint"
ADDRESS = re.compile(rf"{KIND}:(https?://[^\s@?#]+)#(\S+)")
NAMELESS = re.compile(rf"{KIND}:https?://[^\s@?#]+#?")
MANY, MOST = 20, 0.9  # answers of which at most so large a share may name no label
SHOWN = 60  # characters of such an answer
TOKENS = 32  # that an answer may have unless more are asked for: a label has fewer
PACE = 5.0  # what one text costs, against a transformer: a guess, no two endpoints are alike


@dataclass(frozen=True, slots=True)
class EndpointModel:
    """An endpoint as a predictor. An answer that names no label is `NO_LABEL`, without probabilities."""

    identity: Identity
    labels: tuple[str, ...]
    template: str
    tokens: int
    chat: Chat

    def predict(self, texts: Sequence[Texts], check: Check = unchecked) -> list[Output]:
        """The label that the endpoint answers with for each text, in order: probability 1, for it gives no others.

        Raises BadInput where hardly any answer names a label: figures would say nothing.
        """
        prompts = [prompt(self.template, text, self.labels) for text in texts]
        answers = list(self.chat.answers(prompts, check))
        predicted = [label_in(answer, self.labels) for answer in answers]
        if len(predicted) >= MANY and predicted.count(None) > MOST * len(predicted):
            like = answers[predicted.index(None)].strip()[:SHOWN]
            how_many = f"{predicted.count(None):,} of {len(predicted):,} answers of {self.identity.name!r}"
            raise BadInput(
                f"{how_many} contain no label (example: {like!r}). An answer can have at most {self.tokens:,} "
                "tokens. Give a reasoning model several thousand (--answer-tokens), or use another prompt (--prompt)."
            )
        return [self._output(label) for label in predicted]

    def _output(self, predicted: str | None) -> Output:
        if predicted is None:
            return Labelled(NO_LABEL, ())
        return Labelled(predicted, tuple(float(label == predicted) for label in self.labels))


@dataclass(frozen=True, slots=True)
class EndpointFamily:
    """Models that are asked, not trained: the answers are what is kept."""

    kind: str = KIND
    catalogue: tuple[CatalogueEntry, ...] = ()
    tasks: frozenset[Task] = LABELLING

    def spec_of(self, path: str) -> ModelSpec | None:
        """The endpoint with this address, named after its model."""
        return ModelSpec(path.partition("#")[2] or path, KIND, path) if path.startswith(f"{KIND}:") else None

    def check(self, spec: ModelSpec) -> None:
        """Raise BadInput for what is no address, or says a password, and for a prompt without a place for the text."""
        if NAMELESS.fullmatch(spec.path):
            raise BadInput(
                f"{spec.path!r} does not name a model; write the model's name after the address, "
                "endpoint:https://host/v1#model."
            )
        if not ADDRESS.fullmatch(spec.path):
            secret = {"@", "?"} & {*spec.name}  # a password or a key is not said again
            subject = "The name of the model" if secret else repr(spec.name)
            raise BadInput(
                f"{subject} has no address of an endpoint; write endpoint:https://host/v1#model, without a "
                "password or a key in it."
            )
        if spec.prompt and TEXT not in spec.prompt:
            raise BadInput(f"The prompt of {spec.name!r} has no {TEXT}; write {TEXT} where the text belongs.")

    def cost(self, spec: ModelSpec, train: int, dev: int) -> Cost:
        """Nothing to train."""
        return Cost(0, PACE)

    def plan(self, spec: ModelSpec, task: Task, labels: tuple[str, ...], material: Material) -> ModelPlan:
        """The model, known by its address, its prompt and the labels; raises BadInput as `check` does."""
        self.check(spec)
        check_learns(spec.name, self.tasks, task)
        digest = content_id(spec.path, spec.prompt or TEMPLATE, f"{spec.answer_tokens} tokens", *labels)
        return ModelPlan(spec, task, labels, digest, self.cost(spec, 0, 0))

    def ready(
        self, plan: ModelPlan, material: Material, device: Device, store: ModelStore, report: Report
    ) -> EndpointModel:
        """The model; it is not asked yet."""
        address = ADDRESS.fullmatch(plan.spec.path)
        assert address  # checked by plan
        url, model = address.groups()
        tokens = plan.spec.answer_tokens or TOKENS
        free = bool(plan.spec.answer_tokens)  # a model that thinks aloud can't be held to a label
        chat = store.chat(url, model, tokens, () if free else plan.labels)
        return EndpointModel(plan.identity, plan.labels, plan.spec.prompt or TEMPLATE, tokens, chat)


register(EndpointFamily())
