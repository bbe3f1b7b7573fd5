"""From an assessment to a rule, and from a rule to the block of each enforcement point."""
