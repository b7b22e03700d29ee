"""Heavy work that leaves the app: jobs, their worker processes, and the pool that uses every core."""
