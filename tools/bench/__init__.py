"""What `python cli.py bench` measures."""
