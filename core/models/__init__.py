"""Models behind one door: what answers texts, how each family is made ready, and what a task asks of a network.

A family is a folder here with a module `family` that registers it. torch is imported when a model is used.
"""
