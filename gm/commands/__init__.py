"""The operator's commands, a module for each subject."""
