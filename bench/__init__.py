"""Benchmarks: ratios against a peer in the same run, never timed tests. `python -m bench [name…]`."""
