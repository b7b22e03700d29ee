"""English grammar: verb forms, clauses, subjects, articles, contractions, names, and where a negation goes."""
