"""Pages in the browser: a server for this machine alone, and single files to send to somebody.

It stands beside the commands: it knows the public face of games and matches, and only `open` and `page` know it.
"""
