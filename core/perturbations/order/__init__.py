"""Texts in another order: shuffles, words of a class that change places, dependency trees read in another order."""
