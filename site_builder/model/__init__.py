"""Frozen types: what a catalogue, an assessment and a policy are; nothing is read or decided."""
