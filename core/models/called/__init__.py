"""A function of a script as a model: what it says of each text."""
