"""What a ruleset hands to the drawing room: a module for each kind of picture, and the geometry that both need.

A picture is a frozen Struct of plain values, made by a ruleset from what its reader has been told; whoever draws it can
ask nothing further. It travels in notices, so its docstrings and names are part of what is published. No rule is here.
"""
