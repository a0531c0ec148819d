"""What runs from files alone: whole games (`gm replay`), single positions (`gm judge`), reports (`gm verify`)."""
