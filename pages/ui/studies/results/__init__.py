"""What a study's answers come to, drawn: shares with intervals, agreement, times, and what to take away."""
