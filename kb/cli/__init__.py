"""The command line: one module a group of commands. Heavy imports stay inside the commands, so that help is quick."""
