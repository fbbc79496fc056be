"""The rules themselves, as data: one module per family, each entry beside its cite."""
