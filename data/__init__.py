"""Everything that enters or leaves: data sets, lexical resources, the store, jobs, runs, published tables."""
