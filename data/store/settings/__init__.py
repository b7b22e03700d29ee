"""What people set: the quota, the order of each cell, campaigns; a log each for campaigns and the rest."""
