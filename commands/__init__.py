"""The commands of `python cli.py`, one function each; `cli.py` gives them their names."""
