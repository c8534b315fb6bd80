"""The bundled documents: five write-ups of one outage in five languages, in our own words. See seeds.toml."""
