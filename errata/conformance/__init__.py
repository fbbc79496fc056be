"""Conformance: a VTT's own functions against the engine, as test vectors and by a probe that runs them."""
