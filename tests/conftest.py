"""Property tests try the same cases every time, so that a change is judged by itself; each test has its own cache.

`HYPOTHESIS_PROFILE=explore make test` looks for new ones.
"""

import os

import pytest
from hypothesis import settings

collect_ignore_glob = ["test_errata/test_conformance/miniatures/*", "test_errata/test_conformance/hostile_adapters.py"]
"""Programs that tests run as processes of their own."""

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch, tmp_path_factory):
    """What a test finds is not what another found, nor what the user did."""
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path_factory.getbasetemp() / f"cache-{os.getpid()}"))
