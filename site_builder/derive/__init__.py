"""Turns records and assessments into typed pages and documents: what is said, not how it looks."""
