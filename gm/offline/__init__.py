"""What needs only files: whole games (`gm replay`), single positions (`gm judge`), reports (`gm verify`)."""
