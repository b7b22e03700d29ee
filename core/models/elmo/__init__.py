"""ELMo (Peters et al. 2018): a language model read both ways, from its published files, and a classifier over it."""
