"""English words that tell talk from orders, in lower case."""

from __future__ import annotations

SENTENCES = """
about after always am are aren't because been before being but can can't cannot could couldn't did didn't do does
doesn't don't had has hasn't have he he's her here's him his how i'd i'll i'm i've if is isn't it's its just let's
maybe me might must never no not or perhaps she should since so sorry than thanks that that's their them there
there's these they they're this those thought too until very was wasn't we we'll we're we've were what what's when
where which while who why will won't would yes you you'd you'll you're you've your
"""
BEGINNINGS = """
aboard absents accent accents accepted accepts again assent attach attached attacked attacks backs bait balanced
balances ball balls bank bard bark beard bella ben bill black blake board boards boars bob bold bored broadcasts
buck build builds built bump cable call called calls calm can case cave cease ceased cell chap chaps charge chase
chat chin chop cities clair claire clara clay clean clears cleat clip coin cold cole collected collects commits
confirms conform counted counters dairy dan deal dean dear defends defied defy dent deny depend deport design diane
diary dice disbands discord dive does done dory dove draw dress dump eject extends extent fable fare fast fight file
fill fine fines fir fired fires firm fist fits five fives flights fly fold fore four frank fries fright gary gave
giant gift gill give given gives gold grady grand grant grants gray great grey grunt guild hall have heap held hell
hello helm helped helps here hero hill hire hive hold holds hole holy hood hope hoped hoping how hurt ian informs
jack jan jane jay jean jen jill jim joan john johnny joins joint jon jose josh jumped jumps jumpy just kay ken kick
kills kilt kim kind king kirk lace lack late lease leave leaves lena lent leo lest level lice lift light line lines
link lisa list lists live living liz lose lost lots love lover loves lump lust mae mail make malls man many map mark
mary mate matt max may mean mel mend menu met mice mike mill mine mist mode monitors more most moved mover moves
movie movies nate near neat ned need neil nest net news nice nick nina node none nora nose not noted notes offer
offered okay once only our pace paced pack pain palace paper past pat paul peace permits pete pill pine pink place
placed plan plane plans plate played player players plays plus ply post pray prayer press preys proposal proposed
proposes pump race rack ray read reads ready real recalls red refuge refused refuses refute reid rejects remote
removed removes replaced replay replays reply reported reports rescued rescues resigns resort retort retreats reuse
ring rita rob roll rolls rose roy rude run ruth sad safe said sake sale sam same sand save saved saves sean seat see
seen sell send sent seth shave shaw shop short shot should shout show shown shows sing sink sister sit site skill
slap slow snap snow soap sold some soon sore sorry sort spay stable stan standings states statue step stole stops
store story struck swamp swan sway table tables tablet take taken tale talk talks tall test text than thank that
their them then there thread threats three throat tie till tim time tina told toll tom tone tony top touch town
trace track transfers treat trick tricks tried tries troy truce trucks true trunk trust tuck turn voice vote voted
voter votes wade wage waist waits wake walks wall walt want ward warm watt wave wear week well went what where wide
wife wild will wine wing wire wise wish wits word work worth wow write yes yet you
"""
TALK = frozenset(SENTENCES.split())  # words of sentences: no order has them, however it is misspelt
ORDINARY = frozenset(BEGINNINGS.split())  # words and names one slip from a word of ours, which begin ordinary lines
