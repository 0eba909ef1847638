"""Everything that knows the language: reading and checking content, playing games, telling what happened.

It is installed as `rulewright.interpreter`; what a program needs of it stands in `rulewright` itself.
"""

if __name__ == "interpreter":
    raise ImportError(
        "there is no package `interpreter` any more: import `rulewright`, or `rulewright.interpreter`"
    )
