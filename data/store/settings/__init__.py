"""What people set: the quota, the order of each cell; kept in the database and in a copy beside it."""
