"""From files to nodes with positions: nothing here knows what a record means."""
