"""The gate for continuous integration: configuration, baseline, suppressions, bound tables and the decision."""
