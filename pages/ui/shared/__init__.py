"""What several pages use: diffs, jobs, tables, the choice of perturbations."""
