"""What the answers of a study come to, in files: the mixed model's figures, exports, and what a study has changed."""
