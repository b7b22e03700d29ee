"""Start: what to do next, and what the workspace holds."""
