"""Every perturbation, registered by importing the files of its level."""

from core.perturbations import word as word
