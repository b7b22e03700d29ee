"""The convolutional classifier among the models."""

from core.models.cnn.network import WIDTHS, network
from core.models.family import CatalogueEntry
from core.models.registry import register
from core.models.spec import ModelSpec
from core.models.trained import TrainedFamily
from core.models.word_networks import WordNetworks
from core.models.words import characters

NETWORKS = WordNetworks(network, least=max(WIDTHS))
OF_CHARACTERS = WordNetworks(network, least=max(WIDTHS), split=characters)
fresh, load = NETWORKS.fresh, NETWORKS.load
USUAL = ModelSpec("CNN", "cnn", epochs=10, learning_rate=1e-3, max_length=256)
USUAL_OF_CHARACTERS = ModelSpec("CharCNN", "char-cnn", epochs=20, learning_rate=1e-3, max_length=1024)
ENTRY = CatalogueEntry("cnn", "CNN (trained from scratch)", USUAL)
OF_LETTERS = CatalogueEntry("char-cnn", "Character CNN (trained from scratch)", USUAL_OF_CHARACTERS, at_first=False)
register(TrainedFamily("cnn", 0.05, fresh, load, (ENTRY,)))
register(TrainedFamily("char-cnn", 0.2, OF_CHARACTERS.fresh, OF_CHARACTERS.load, (OF_LETTERS,)))
