"""Fixes: wrong literals rewritten in place, in their own notation."""
