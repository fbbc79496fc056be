"""The files of a codebase: finding them, what git says of them, the cache, the prefilter and the scan."""
