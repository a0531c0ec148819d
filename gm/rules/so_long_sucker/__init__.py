"""So Long Sucker (Hausner, Nash, Shapley, Shubik, 1964): chips, piles, captures, and no help but promises. Pure."""
