"""What the pages on runs share: how a run is named, what stands in the address, how a flip looks."""
