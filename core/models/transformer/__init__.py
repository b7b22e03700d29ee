"""Any Hugging Face sequence classifier, by hub name or folder; MiniLM comes with the requirements."""
