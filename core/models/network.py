"""A network with its way of reading texts, and how it predicts."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.models.device import Device
from core.models.elmo.options import ElmoWeights
from core.models.family import ModelPlan, Savable
from core.models.predicting.compiled import Compiled
from core.models.predicting.linear import Linears
from core.models.predicting.memory import Answers
from core.models.predicting.precision import NOTHING, Audit, Calibration, gaps
from core.models.predicting.reading import Encoded, Reader, by_tokens, read_ahead
from core.models.predictor import Check, Identity, Output, Texts, unchecked
from core.models.tagging import joined
from core.models.tasks import LABELLING, Objective, objective

PREDICT_BATCH = 64  # texts between two checks of a model that is asked text by text
TOKENS = {"cpu": 2048, "cuda": 32_768}  # of a batch; on a CPU more would leave its cache
MOST = {"cpu": 256, "cuda": 2048}  # texts of a batch
FEWEST = 4  # texts of a batch that is summed as any other on a CPU; where there are fewer the last one is repeated
CLOSE = 1e-3  # two labels that are closer, in logits, may change places when float32 is summed in another order
Rows = tuple[list[Encoded], Any]
"""What was asked, and a tensor of the outputs: a row for each."""


def no_elmo(folder: Path) -> ElmoWeights:
    """Reads none; raises BadInput."""
    raise BadInput(f"The ELMo in {str(folder)!r} can't be read from here.")


@dataclass(frozen=True, slots=True)
class ModelContext:
    """What a family opens a network with. `hub_answers` is asked only where a name would have to be fetched.

    `elmo` reads the ELMo in a folder.
    """

    plan: ModelPlan
    device: Device
    hub_answers: Callable[[], bool]
    elmo: Callable[[Path], ElmoWeights] = no_elmo

    @property
    def objective(self) -> Objective:
        """What the task asks of the network."""
        return objective(self.plan.task)


class InferenceCache:
    """What is known of a network as long as its weights stay as they are. A copy of the network begins anew."""

    def __init__(self) -> None:
        self.memory, self.calibration, self.linears, self.compiled = Answers(), Calibration(), Linears(), Compiled()
        self.training = False  # the weights have just changed, and soon will again

    def forget(self) -> None:
        """The weights have changed."""
        self.__init__()  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class Network:
    """A torch module for this opening, and `encode`: texts -> its keyword arguments as tensors.

    `encode` gets whether it reads for training. `parts` are what must be kept for the family to read it again.
    `masks_padding`: the module's answer does not change with padding.
    """

    opening: ModelContext
    module: Any
    encode: Reader
    parts: Sequence[Savable]
    masks_padding: bool = True
    learnt: InferenceCache = field(init=False, default_factory=InferenceCache, compare=False, repr=False)

    @property
    def identity(self) -> Identity:
        """Which model this is."""
        return self.opening.plan.identity

    def outputs(self, texts: Sequence[Texts], training: bool = False) -> Any:
        """Tensor [texts, outputs] of the head, float32 on the device, in the number format of training."""
        return self._forward(self.encode(texts, training), self.opening.device.bf16)

    def predict(self, texts: Sequence[Texts], check: Check = unchecked) -> list[Output]:
        """What the network says of each text, in the order of the texts: a function of that text alone.

        The last bits of a sum depend on the shape of the batch. Asked exactly on a CPU, nothing is padded and no batch
        is very small: then every row is summed in one order, and probabilities are equal to the bit in whatever company
        a text is asked (of Funnel nearly). Elsewhere they agree to about 1e-5, and a text whose two likeliest labels
        are closer than rounding can move them is asked again by itself, so that labels are equal. A fast device is
        asked in bf16 first, and again in float32 what bf16 leaves unsure; of the others probabilities are off by up to
        about 1e-2.

        What reads as the same tokens is predicted once, however often it is asked while the weights stay as they are.
        Texts of like length go together; a batch that the device's memory does not hold is halved. `check` is called
        before each batch and may raise to stop.
        """
        outputs, keys = self._outputs_and_keys(texts, check)
        self.learnt.memory.asked = keys
        return [outputs[keys[text]] for text in texts]

    def read_as(self, texts: Sequence[Texts]) -> list[bytes]:
        """The digest of what is read of each of these texts, which were asked last: equal where they read the same."""
        return [self.learnt.memory.asked[text] for text in texts]

    def prefetch(self, texts: Sequence[Texts], check: Check = unchecked) -> None:
        """Answer texts that will be asked soon, in larger batches than theirs would be."""
        _, self.learnt.memory.prefetched = self._outputs_and_keys(texts, check)

    def _outputs_and_keys(self, texts: Sequence[Texts], check: Check) -> tuple[dict[bytes, Output], dict[Texts, bytes]]:
        """What is said of what is read, and what each text is read as."""
        import torch

        if self.module.training:
            self.learnt.forget()
        self.learnt.training = self.module.training
        self.module.eval()
        memory = self.learnt.memory
        remembered, unsure, different = memory.of(self.module), list[Encoded](), dict.fromkeys(texts)
        keys = memory.read_before(different)
        outputs = {key: remembered[key] for key in keys.values()}
        with torch.inference_mode():
            unread = [text for text in different if text not in keys]
            for chunk, read in read_ahead(self.encode, unread):
                keys |= zip(chunk, (encoded.key for encoded in read), strict=True)
                outputs |= {encoded.key: remembered[encoded.key] for encoded in read if encoded.key in remembered}
                new = [*{encoded.key: encoded for encoded in read if encoded.key not in outputs}.values()]
                if self._begins_in_bf16:
                    unsure += self._in_bf16(new, outputs, check)
                else:
                    self._in_float32(new, outputs, check)
            self._in_float32(unsure, outputs, check)
        remembered |= outputs
        memory.trim()
        return outputs, keys

    def take_audit(self) -> Audit:
        """What was asked in bf16 since this was said last."""
        calibration = self.learnt.calibration
        audit, calibration.audit = calibration.audit, NOTHING
        return audit

    @property
    def _is_bit_exact(self) -> bool:
        """Whether answers are equal to the bit in any company: in float32 on a CPU, where rows have one length."""
        return self.opening.device.kind == "cpu" and not self.opening.device.fast

    @property
    def _begins_in_bf16(self) -> bool:
        """A number has no second likeliest to be told from, and of many tags one is nearly always unsure: these are
        asked in float32."""
        return self.opening.device.fast and self.opening.plan.task in LABELLING

    def _in_bf16(self, new: Sequence[Encoded], outputs: dict[bytes, Output], check: Check) -> list[Encoded]:
        """Note what is said in bf16, and in float32 of a sample; those that must be asked in float32 too."""
        self._compile(new)
        asked, half = self._run_batches(new, check, half=True)
        outputs |= self._read(asked, half)
        places = {encoded.key: place for place, encoded in enumerate(asked)}
        calibration = self.learnt.calibration
        sampled, exact = self._in_float32(calibration.sample(new), outputs, check)
        audit = calibration.learn(half[[places[encoded.key] for encoded in sampled]], exact)
        done = {encoded.key for encoded in sampled}
        close = [encoded for encoded, gap in zip(asked, gaps(half), strict=True) if gap < calibration.margin]
        openvino = len(new) if self.learnt.compiled.ask else 0
        calibration.audit += replace(audit, asked=len(new), openvino=openvino, again=len(close))
        return [encoded for encoded in close if encoded.key not in done]

    def _compile(self, new: Sequence[Encoded]) -> None:
        """Have OpenVINO answer in bf16 where it can, with a margin of its own; not between two steps of a training."""
        if not new or self.learnt.training or self.opening.device.kind != "cpu":
            return
        ordered = sorted(new, key=lambda encoded: encoded.length)
        examples, others = self.encode.tensors([ordered[-1], ordered[0]]), self.encode.tensors([ordered[0]] * FEWEST)
        if self.learnt.compiled.follow(self.module, self.opening.plan.spec.name, examples, others):
            self.learnt.calibration = Calibration(audit=self.learnt.calibration.audit)

    def _in_float32(self, new: Sequence[Encoded], outputs: dict[bytes, Output], check: Check) -> Rows:
        """Note what is said; what a batch could have tipped is asked alone."""
        asked, logits = self._run_batches(new, check)
        outputs |= self._read(asked, logits)
        for encoded in [encoded for encoded, gap in zip(asked, gaps(logits), strict=True) if gap < CLOSE]:
            outputs |= self._read(*self._run_batches([encoded], check))
        return asked, logits

    def _run_batches(self, read: Sequence[Encoded], check: Check, half: bool = False) -> Rows:
        """In batches, longest first; the outputs are on the CPU."""
        import torch

        kind, asked, outputs = self.opening.device.kind, list[Encoded](), list[Any]()
        alike = self._is_bit_exact or not self.masks_padding
        torch_alone = kind == "cpu" and not (half and self.learnt.compiled.ask)
        with self.learnt.linears.by_onednn(self.module, half) if torch_alone else nullcontext():
            for batch in by_tokens(read, TOKENS[kind], MOST[kind], alike):
                check()
                outputs.append(self._forward_or_halve(batch, half))
                asked += batch
        size = self.opening.objective.size(self._labels)
        return asked, joined(outputs).cpu() if outputs else torch.zeros(0, size)

    def _forward_or_halve(self, batch: Sequence[Encoded], half: bool) -> Any:
        """The outputs of a batch; by halves where the device's memory does not hold it."""
        import torch

        fill = [batch[-1]] * (FEWEST - len(batch)) if self.opening.device.kind == "cpu" else []
        try:
            return self._forward(self.encode.tensors([*batch, *fill]), half)[: len(batch)]
        except torch.OutOfMemoryError:
            if len(batch) == 1:
                raise
        torch.cuda.empty_cache()  # nothing without CUDA
        middle = len(batch) // 2
        return joined([self._forward_or_halve(part, half) for part in (batch[:middle], batch[middle:])])

    def _forward(self, tensors: Mapping[str, Any], half: bool) -> Any:
        device = self.opening.device
        if half and (ask := self.learnt.compiled.ask):
            return ask(tensors)
        inputs = {name: tensor.to(device.kind, non_blocking=True) for name, tensor in tensors.items()}
        with device.autocast(half):
            raw = self.module(**inputs)
        return getattr(raw, "logits", raw).float()

    def _read(self, asked: Sequence[Encoded], logits: Any) -> dict[bytes, Output]:
        outputs = self.opening.objective.read(logits, self._labels)
        return dict(zip((encoded.key for encoded in asked), outputs, strict=True))

    @property
    def _labels(self) -> tuple[str, ...]:
        return self.opening.plan.labels
