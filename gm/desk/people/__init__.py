"""Who takes part: joining and beginning, taking and leaving seats, watching."""
