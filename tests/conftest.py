"""Property tests try the same cases every time, so that a change is judged by itself.

`HYPOTHESIS_PROFILE=explore make test` looks for new ones.
"""

import os

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
