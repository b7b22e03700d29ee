"""The page of a study's participants: what they see, and what their browser sends."""
