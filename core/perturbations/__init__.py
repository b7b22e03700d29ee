"""Every perturbation, registered by importing the files of its level."""

from core.perturbations import negation as negation
from core.perturbations import synonyms as synonyms
from core.perturbations import word as word
