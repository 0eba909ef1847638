"""The program `rulewright`: validates, plays and shows games at the command line."""
