"""Text classifiers: fine-tuned transformers, and one trained from nothing. torch is imported when they are used."""
