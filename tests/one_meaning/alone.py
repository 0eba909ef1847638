"""Plays the tiny game below a root on a machine up to its second question, in a process of its own; tells what came."""

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
    if match.choices:
        match.apply(0)
except RuleError as error:
    outcome |= {"fault": type(error).__name__, "file": error.span.file, "line": error.span.line}
# What the system counts as most of a process has the room of the one that started it in it; its own is told there.
status = Path("/proc/self/status")
if status.exists():
    most = next(int(line.split()[1]) for line in status.read_text().split("\n") if line.startswith("VmHWM"))
else:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
outcome["megabytes"] = most // 1024
print(json.dumps(outcome))
