"""Games of Rulewright in the tools that researchers use; each module needs the extra of its name.

`rulewright.adapters.openspiel` makes a Python game of OpenSpiel of any game, `rulewright.adapters.pettingzoo` an
environment of PettingZoo. What both share lies in `actions`, `features` and `utility`. Nothing else knows this folder.
"""
