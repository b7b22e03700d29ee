"""What is read from the store to tell whether decisions can be trusted."""
