"""What a finished run comes to: the robustness card to publish, and the test for continuous integration."""
