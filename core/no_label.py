"""What stands for a label where a model gave none."""

NO_LABEL = "(no label)"
"""Wrong by any gold label, and another mind than any label."""
