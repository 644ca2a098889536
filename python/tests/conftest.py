"""The tests have a store of their own, and never use that of the user."""

import os

import pytest

# Before grundy is asked anything; inherited by every process that the tests start. An empty name: no store.
os.environ["GRUNDY_STORE"] = ""

#: Fixtures of a module that start processes. With several workers of pytest-xdist all tests that use one of them go to the same worker.
SHARED = ("client", "doors")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        for name in SHARED:
            if name in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.xdist_group(name))
