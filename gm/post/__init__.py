"""Mail in and out: what a letter says, and how an answer travels.

All input and output of mail is in this package, and no rule of any game.
"""
