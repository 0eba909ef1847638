"""What all tests share: nothing is read from a cache of an earlier run, and none is left behind."""

import os

from interpreter.cache import NO_CACHE

# Set before anything runs, so that programs started by a test do without it too.
os.environ[NO_CACHE] = "1"
