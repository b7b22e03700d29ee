"""What a finished run comes to, to publish or to hold a change against: the robustness card."""
