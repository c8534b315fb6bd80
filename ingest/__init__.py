"""One document's bytes into facts with evidence: it knows languages, never the database."""
