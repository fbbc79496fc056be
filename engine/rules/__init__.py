"""The rules themselves, as data: one file per chapter, each value beside its cite."""
