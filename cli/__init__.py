"""The program `rulewright`: validates, plays and shows games at the command line. Installed as `rulewright.cli`."""
