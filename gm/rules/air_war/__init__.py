"""The Air War Game of Nash and Thrall (RAND D-1379, 1952): chips, cities and airports, complete information. Pure."""
