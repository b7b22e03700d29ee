"""Advice for a person about a candidate: how similar texts and words in context are, and the grammar issues added."""
