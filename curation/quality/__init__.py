"""Whether decisions can be trusted: streaks, drift over time, answers to gold samples. Nothing here drops any."""
