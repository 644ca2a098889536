"""The tests have a store of their own, and never use that of the user."""

import os

# Before grundy is asked anything; inherited by every process that the tests start. An empty name: no store.
os.environ["GRUNDY_STORE"] = ""
