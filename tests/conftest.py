"""How Hypothesis runs here: the same examples every time, and no clock.

``HYPOTHESIS_PROFILE=wide`` looks at other and more examples, for a search by hand.
"""

import os

from hypothesis import HealthCheck, settings

_NO_CLOCK = (HealthCheck.too_slow,)

settings.register_profile("ci", derandomize=True, deadline=None, suppress_health_check=_NO_CLOCK)
settings.register_profile("wide", max_examples=2000, deadline=None, suppress_health_check=_NO_CLOCK, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
