"""Adverbs that neither praise nor blame, for the rules of Romero's program, whose own 228 are not at hand."""

_LISTED = """
    accidentally actively additionally afterwards again already also always annually anyway apparently approximately
    automatically basically briefly broadly casually centrally closely collectively commonly continually continuously
    currently daily deliberately digitally directly early electronically entirely equally especially eventually exactly
    explicitly extensively externally finally firstly formally formerly frequently generally globally gradually hourly
    immediately incidentally increasingly indirectly individually initially instantly internally jointly largely lately
    later likewise literally locally mainly manually meanwhile mechanically monthly mostly mutually namely nationally
    naturally nearly newly next nightly normally notably nowadays occasionally officially often once openly orally
    ordinarily originally otherwise overnight partially partly periodically permanently personally physically possibly
    practically precisely presently presumably previously primarily principally privately publicly quarterly quickly
    quietly randomly rapidly rarely recently regularly relatively repeatedly respectively routinely secondly seldom
    separately sequentially shortly silently similarly simultaneously slightly slowly sometimes somewhat soon
    specifically spontaneously standardly steadily still strictly subsequently suddenly tacitly technically temporarily
    then today together traditionally twice typically ultimately universally usually vaguely verbally virtually visibly
    vocally weekly wholly widely yearly yesterday yet
"""
NEUTRAL = tuple(_LISTED.split())
