"""Progress: quotas, samples checked until the quota, and downloads."""
