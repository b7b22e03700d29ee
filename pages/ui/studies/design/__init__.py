"""A new user study: where it begins, its form, what to expect of it."""
