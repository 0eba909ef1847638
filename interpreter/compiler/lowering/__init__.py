"""From the checked tree to the form."""
