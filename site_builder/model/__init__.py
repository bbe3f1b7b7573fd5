"""Frozen types: what a catalogue, an assessment and a policy are. No reading, no writing, no rules."""
