"""The REST interface: one blueprint per noun, each route one typed function over `kb.queries` and `kb.intake`."""
