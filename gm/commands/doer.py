"""Which of several operators acts: where the option --as of gm is kept, in a context's meta."""

AS = "gm.as"
