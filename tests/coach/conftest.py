"""The checkers of claims register themselves once: they are imported by their test, not collected for doctests."""

collect_ignore_glob = ["claims*.py"]
