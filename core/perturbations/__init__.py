"""Every perturbation, registered by importing the files of its level."""

from core.perturbations import adverbs as adverbs
from core.perturbations import case as case
from core.perturbations import character as character
from core.perturbations import contraction as contraction
from core.perturbations import embedding as embedding
from core.perturbations import endings as endings
from core.perturbations import negation as negation
from core.perturbations import numbers as numbers
from core.perturbations import order as order
from core.perturbations import places as places
from core.perturbations import synonyms as synonyms
from core.perturbations import typing as typing
from core.perturbations import verbs as verbs
from core.perturbations import word as word
from core.perturbations import word_class as word_class
from core.perturbations import zhang as zhang
