"""Run by `cargo xtask dist` in a virtual environment that has only the wheel and what it needs."""

import importlib.metadata
import importlib.resources
import sys

import grundy

assert grundy.value("star-nim", 7, 10**30) == 10**30 + 4
assert int(grundy.table("wythoff", 100)[5, 8]) == grundy.value("wythoff", 5, 8)
period = grundy.period("star-nim", row=7)
assert (period.period, period.verdict) == (5040, "proved")
assert period.certificate.check().verdict == "verified"
assert grundy.Game("{p,q: p-n,q-m where n=m or n=0 or m=0}") == grundy.Game("wythoff")
assert importlib.metadata.version("grundy") == sys.argv[1]
assert importlib.resources.files("grundy").joinpath("py.typed").is_file()
print("the wheel works")
