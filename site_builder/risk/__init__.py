"""The risk model: pure, table-driven, deterministic. `assess` is its door."""
