"""Timelines and graphs as text, pure: function(values) -> text. What a format cannot carry is said by `notes`."""
