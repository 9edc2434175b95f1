"""Films with graphics: replays, clips, overlays, a player."""
