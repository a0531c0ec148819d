"""For all tests: hypothesis never times an example, and a run repeats itself."""

from hypothesis import settings

settings.register_profile("gm", deadline=None, derandomize=True)
settings.load_profile("gm")
