"""A study that runs: invitations, how far everybody is, pausing and closing."""
