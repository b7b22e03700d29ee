"""Word and character lists as plain values: synonyms, misspellings, abbreviations, places, keyboards, look-alikes."""
