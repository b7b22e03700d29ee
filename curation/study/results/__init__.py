"""What the answers of a study come to: shares, agreement, times, who paid attention, and beside what was published."""
