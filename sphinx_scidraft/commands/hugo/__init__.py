"""Bringing a Hugo site over: its notes, lists, indexes and menus, and a report of the rest."""
