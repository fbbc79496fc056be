"""The rules themselves, as data: one file per topic, each value beside its cite."""
