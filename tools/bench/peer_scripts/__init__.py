"""Scripts that other libraries' own Python runs, to be measured beside ours. They import nothing of Flinch."""
