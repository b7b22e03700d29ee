"""Experiments as they are done and kept: texts drawn and perturbed, trainings, what came of them."""
