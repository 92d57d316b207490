"""What can be done from a terminal: begin a site, and bring one over from Hugo.

Nothing here needs Sphinx: a command reads files and writes files.
"""
