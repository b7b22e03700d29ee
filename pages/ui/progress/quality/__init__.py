"""Whether decisions can be trusted: streaks, drift, gold samples."""
