"""Plain pages about games, for anybody: a folder of files that a web server of the operator's shows.

This room is a reader of the store that knows what an observer may. All that it shows of a game was kept when something
public was told in it (gm.desk.books.showing), so files change only then, and no time in or of a file is any other.
"""
