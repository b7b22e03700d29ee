"""The recurrent classifiers among the models."""

from functools import partial

from core.models.family import CatalogueEntry
from core.models.recurrent.network import Shape, attention, maximum
from core.models.registry import register
from core.models.spec import ModelSpec
from core.models.trained import ONE_ANSWER, TrainedFamily
from core.models.word_networks import WordNetworks
from core.models.words import characters
from core.records import Task

SHAPES = {"textrnn": Shape("GRU", 64, 64, attention), "bilstm": Shape("LSTM", 128, 128, maximum)}
TEXTRNN, BILSTM = SHAPES["textrnn"].network, SHAPES["bilstm"].network
NETWORKS = {
    "textrnn": WordNetworks(TEXTRNN),
    "bilstm": WordNetworks(BILSTM, tagger=partial(BILSTM, tags=True)),
    "char-textrnn": WordNetworks(TEXTRNN, split=characters),
    "char-bilstm": WordNetworks(BILSTM, split=characters),
}
USUAL = (  # how each is trained, and what a text costs, against a transformer
    (ModelSpec("TextRNN", "textrnn", epochs=10, learning_rate=8e-3, max_length=256), 0.05),
    (ModelSpec("BiLSTM", "bilstm", epochs=10, learning_rate=2e-3, max_length=256), 0.08),
    (ModelSpec("CharTextRNN", "char-textrnn", epochs=20, learning_rate=4e-3, max_length=1024), 0.25),
    (ModelSpec("CharBiLSTM", "char-bilstm", epochs=20, learning_rate=2e-3, max_length=1024), 0.4),
)

for spec, pace in USUAL:
    networks = NETWORKS[spec.kind]
    entry = CatalogueEntry(spec.kind, f"{spec.name} (trained from scratch)", spec, at_first=False)
    tasks = ONE_ANSWER | ({Task.TAGGING} if networks.tagger else set())
    register(TrainedFamily(spec.kind, pace, networks.fresh, networks.load, (entry,), tasks=tasks, float32=True))
