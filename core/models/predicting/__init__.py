"""How a network predicts: what it reads, in which batches, in which number format, and what it remembers."""
