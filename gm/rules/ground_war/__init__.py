"""The Ground War of Nash and Thrall (RAND D-1379, 1952): incomplete information, with the GM as umpire. Pure."""
