"""Every perturbation, registered by importing the files of its level."""

from core.perturbations import zhang as zhang
from core.perturbations.character import edits as edits
from core.perturbations.character import typing as typing
from core.perturbations.order import literature as literature
from core.perturbations.order import shuffles as shuffles
from core.perturbations.order import trees as trees
from core.perturbations.order import word_classes as word_classes
from core.perturbations.sentence import adverbs as adverbs
from core.perturbations.sentence import case as case
from core.perturbations.sentence import contraction as contraction
from core.perturbations.sentence import endings as endings
from core.perturbations.sentence import negation as negation
from core.perturbations.sentence import numbers as numbers
from core.perturbations.sentence import places as places
from core.perturbations.sentence import verbs as verbs
from core.perturbations.word import embedding as embedding
from core.perturbations.word import entities as entities
from core.perturbations.word import synonyms as synonyms
from core.perturbations.word import word_class as word_class
from core.perturbations.word import words as words
