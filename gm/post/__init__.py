"""Mail in and out: what a letter says, and how an answer travels.
All input and output of the mail side lives in this package, no rule of any game does."""
