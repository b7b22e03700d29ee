"""Organisations by which named ones may be replaced, and words by which a name is known to be one's."""

_LISTED = """
    Amnesty International, Bell Laboratories, Cambridge University, Caritas, Deutsche Bahn, Doctors Without Borders,
    Ericsson, Greenpeace, Harvard University, Hitachi, Interpol, Kodak, Lufthansa, Michelin, NASA, NATO, Nestle, Nokia,
    Oxfam, Panasonic, Parliament, Philips, Red Cross, Reuters, Samsung, Siemens, Stanford University, Statoil, Toshiba,
    UNESCO, UNICEF, Unilever, United Nations, Volvo, World Bank, World Health Organization, Yale University, Yamaha
"""
ORGANISATIONS = tuple(name.strip() for name in _LISTED.replace("\n", " ").split(","))
_WORDS = """
    Academy Agency Airlines Army Association Bank Board Bureau Club College Commission Committee Company Congress Co
    Corp Corporation Council Court Department Federation Foundation Fund Group Inc Institute Institution Laboratories
    League Ltd Ministry Museum Navy Office Organization Parliament Party Press Records School Senate Service Society
    Studios Team Times Trust Union University
"""
OF_ORGANISATIONS = frozenset(_WORDS.split())
