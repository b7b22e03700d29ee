"""The recurrent classifiers among the models."""

from functools import partial

from core.models.family import CatalogueEntry
from core.models.recurrent.network import Shape, attention, maximum, tagger
from core.models.registry import register
from core.models.spec import ModelSpec
from core.models.trained import ONE_ANSWER, TrainedFamily
from core.models.word_networks import WordNetworks
from core.models.words import characters
from core.records import Task

SHAPES = {
    "textrnn": Shape("GRU", 64, 64, attention),
    "bilstm": Shape("LSTM", 128, 128, maximum),
}
PACES = {
    "textrnn": 0.05,
    "bilstm": 0.08,
    "char-textrnn": 0.25,
    "char-bilstm": 0.4,
}  # what a text costs, against a transformer
NETWORKS = {
    "textrnn": WordNetworks(SHAPES["textrnn"].network),
    "bilstm": WordNetworks(SHAPES["bilstm"].network, tagger=partial(tagger, SHAPES["bilstm"])),
    "char-textrnn": WordNetworks(SHAPES["textrnn"].network, split=characters),
    "char-bilstm": WordNetworks(SHAPES["bilstm"].network, split=characters),
}
USUAL = (
    ModelSpec("TextRNN", "textrnn", epochs=10, learning_rate=8e-3, max_length=256),
    ModelSpec("BiLSTM", "bilstm", epochs=10, learning_rate=2e-3, max_length=256),
    ModelSpec("CharTextRNN", "char-textrnn", epochs=20, learning_rate=4e-3, max_length=1024),
    ModelSpec("CharBiLSTM", "char-bilstm", epochs=20, learning_rate=2e-3, max_length=1024),
)

for usual in USUAL:
    entry = CatalogueEntry(usual.kind, f"{usual.name} (trained from scratch)", usual, at_first=False)
    networks = NETWORKS[usual.kind]
    tasks = {Task.TAGGING} if networks.tagger else set()
    register(
        TrainedFamily(
            usual.kind,
            PACES[usual.kind],
            networks.fresh,
            networks.load,
            (entry,),
            tasks=ONE_ANSWER | tasks,
            float32=True,
        )
    )
