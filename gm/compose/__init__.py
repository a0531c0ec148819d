"""Pages on which orders are put together by tapping a board: static files that know no server, and no game.

`page` makes one page for one board, with the board built in; `pages` those of all boards that come with gm.
`fragment` packs what one reader knows now into the part of a link behind the `#`, which no server is ever sent.
What a ruleset brings is its ability `Tapped`, in rooms of its own (gm/rules/NAME/tapping.py), since no ruleset is named
here: the board of a page (`board_to_tap`), what the reader of a mail knows (`to_tap`), and the names of its scripts in
templates/compose. All rulesets share templates/compose/frame.js.

The interface between the frame and the script of a game. The script defines one object, and uses `frame`:

    const game = {
        check(facts, board) {},         true if the facts of the link are such as this game can have: codes, numbers
        start(facts, board, place) {},  draws what can be tapped into the element `place`; called once
        lines() {},                     the lines of the sheet as it stands, an array of text
        keep() {},                      what was chosen, as a plain value (for undo); also kept before each change
        back(kept) {},                  goes back to what was kept, and draws it
        seat() {},                      what the reader's seat is called; may be left out
        words: {first},                 what to do first, in a sentence
    };

    frame.changed(words)                something was chosen: the frame asks for the lines, keeps them for undo, and
                                        says the words to who cannot see it
    frame.make(name, attributes, ...)   an element of HTML with its content (text or elements)
    frame.draw(name, attributes, ...)   the same of SVG
    frame.list(title, options)          a title and a list of buttons, as an array of elements, empty without options;
                                        an option has {label, act, pressed, tone}: its button calls act()
    frame.say(words)                    says something to who cannot see it
    frame.link                          {game, ruleset, phase, seat, token, filed} of the link, already checked

`facts` and `board` are the plain values of `to_tap` and `board_to_tap`. The drawing of the board, if it has one, stands
in the page as `<div id="drawn">`: its `shared` parts, to which elements `use` refer, or else the whole of it, hidden,
which the script may move into its place. Nothing from the link ever
becomes markup: text goes in as text, elements are made by `frame.make` and `frame.draw`.
"""
