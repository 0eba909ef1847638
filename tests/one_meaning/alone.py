"""Plays the tiny game below a root on a machine, in a process of its own, and tells how it came out."""

import json
import resource
import sys
from pathlib import Path

from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.state.errors import RuleError
from tests.machines import open_on

_, machine, root = sys.argv
outcome = {"fault": None}
try:
    match = open_on(machine, load_game("tiny", Path(root)))
    outcome["asked"] = match.choices
except RuleError as error:
    outcome |= {"fault": type(error).__name__, "file": error.span.file, "line": error.span.line}
outcome["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps(outcome))
