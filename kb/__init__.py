"""The facts of all documents: it knows the database, never a language."""
