"""What is found out about the tree and the form, and what the form is improved by."""
