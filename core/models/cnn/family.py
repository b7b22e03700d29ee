"""The convolutional classifier among the models."""

from core.models.cnn.network import WIDTHS, network
from core.models.family import CatalogueEntry
from core.models.registry import register
from core.models.spec import ModelSpec
from core.models.trained import TrainedFamily
from core.models.word_networks import WordNetworks

NETWORKS = WordNetworks(network, least=max(WIDTHS))
fresh, load = NETWORKS.fresh, NETWORKS.load
USUAL = ModelSpec("CNN", "cnn", epochs=10, learning_rate=1e-3, max_length=256)
register(TrainedFamily("cnn", 0.05, fresh, load, (CatalogueEntry("cnn", "CNN (trained from scratch)", USUAL),)))
