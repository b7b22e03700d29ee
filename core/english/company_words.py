"""Words that hold a place or a first name of their text as it is, by why they do."""

import re


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


SAILING = _words(  # with these a place is a harbour or has a shore, or a ship is named for it
    """
    aboard arctic bay beach beaches boat canal coast coastal coastline cruise ferry fleet gulf harbor harbour
    island islands islandwide lake landlocked mountain navy ocean passengers peninsula port river sailed sailing
    sank sea seaside ship ships shipwreck submarine vessel volcano voyage yacht
    """
)
RENOWN = _words(  # what readers know a place for; with these it is no other
    """
    abbreviation ancient anime astronaut avalanche barrel border bordering borders cannabis carmaker casino castle
    colonial colony communist confederate cosmonaut county crashed cross crude desert dollar emir empire
    euthanasia federal finest flag futures gambling index jungle kangaroo king marijuana minute missile monarch
    monarchy mummies nuclear opera panda pandas papal plagues pope prefecture pyramid pyramids queen rainforest
    renaissance rivers royal settlements shares ski snakes snow space stand stands state states statues stocks
    sultan superpower wolves zip
    """
)
SPORTS = _words(
    """
    athlete baseball basketball beat beaten boxer boxing champion champions championship coach cricket cup defeat
    fans football goal goals golf hockey homered innings match medal olympics pitcher player players race relay
    rugby score scored scores season soccer stadium striker team teams tennis tournament victory win
    """
)
ARTS = _words(  # a first name beside these is that of a title, of a character or of somebody readers know
    """
    acting actor actors aesthetic album architect art artist audience author band book books cartoon cast
    celebrity character characters charm chemistry cinema cinematic comedy composer designer directed director
    documentary drama entertainment episode famous farce fest film filmmaker films genre hit horror humor laughs
    movie movies music musician novel novels painter performance performances play plays plot poem poet role roles
    romance satire scene scenes screen screenplay screenwriter script sequel series singer song songs starring
    story tale television thriller tragedy tv viewing writer
    """
)
PLAIN_ROLES = _words(  # of persons whom readers do not know
    """
    analyst attorney biologist citizen consultant customer deputy detective doctor driver economist employee
    engineer farmer lawyer manager neighbor neighbour nurse owner passenger professor prosecutor researcher
    resident scientist sergeant shopper spokesperson strategist student superintendent teacher trader volunteer
    witness worker
    """
)
PEOPLES = _words(  # beside these a place elsewhere would not fit; their plurals without the s
    """
    afc afghan african american arab argentine asian australian austrian basque belgian brazilian british canadian
    catholic caucu chilean chinese college colombian congres cuban czech danish dem democrat democratic down dutch
    egyptian electoral english euro european filipino finnish francs french game gaza german gop greek hungarian
    hurricane indian iranian iraqi irish islamic israeli italian japanese jewish korean kurdish league lebanese
    libyan mexican mlb mubarak muslim nascar nato nazi nba ncaa nfc nfl norwegian pakistani palestinian peso
    playoff plo polish portuguese primarie quarterback republican roman ruble rupee russian sail saudi scottish
    senate senator serbian series shiite soviet spanish sterling sunni swedish swiss syrian taiwanese thai
    touchdown turkish turnover ukrainian uniform vietnamese wall welsh western yard yen yuan
    """
)
SEXED = re.compile(  # words that say whether somebody is a man or a woman
    r"\w*(?:wom[ae]n|(?<!hu)m[ae]n|boys?|girls?|lad(?:y|ies)|guys?|gentlem[ae]n|actress(?:es)?|male|female|mothers?"
    r"|fathers?|wife|husband|daughters?|sons?|brothers?|sisters?|kings?|queens?|princes?|princess|uncle|aunt|kingpin"
    r"|heroine|hero|mistress|bride|groom|widow|beauty|babe|hunk|playboy|handsome|dashing|pretty|beautiful|gorgeous|nun"
    r"|monk|priest|bishop|cardinal|rabbi|imam|pastor|bishop|monsignor|chairm[ae]n|mrs?|ms|sir|dad|mom|mum|lesbian|gay"
    r"|niece|nephew|starlet|blonde|macho|bitch|hoe|hoes|bitches|dude|bro|businessm[ae]n|batsm[ae]n|waitress|duke"
    r"|duchess|lord|baron|emperor|empress|goddess|testicular|prostate|pregnant|pregnancy|beard|rape|raped)"
)
NO_SEX = _words(
    """
    common german germans human humans lesson lessons milkman ottoman person persons prison reason reasons roman
    romans season seasons women's
    """
)
PAIRED = _words("couple dated engaged husbands married marries marry parents wedding")
TRAVELS = _words("flew flown fly go goes move moved travel traveled travels went")
SURNAMES = _words(  # first names that news give as surnames, and the like
    """
    Allen Bruce Clark Craig Dennis Douglas Franklin Graham Harvey Howard James Lawrence Leonard Lewis Martin
    Nelson Russell Scott Sharon Stanley Thomas Vincent Warren
    """
)
PARTS = _words("city congress county president senator state stock supreme vice-president")
YEAR = re.compile(r"[12]\d\d\d")  # of what readers may know, or of another world map
SIDES = _words("central corporate eastern greater north northern south southern western")
HELD = _words(  # a trade, a stage, an idea
    """
    america broadway brooklyn brussels cannes detroit fiji hollywood las manhattan vienna washington
    """
)
WIDE = frozenset({"country", "continent"})  # seldom titles, also without capitals
MONTHS = _words(
    """
    apr. april aug. august christmas dec. december easter english feb. february friday jan. january jul. july jun.
    june mar. march may monday nov. november oct. october saturday sept. september sunday thursday tuesday
    wednesday
    """
)
ENDS_OF_PEOPLES = ("an", "ese", "ish")
LIES = frozenset({"in", "near", "outside", "across", "inside", "throughout", "at"})
JOINS = frozenset({"and", "&", "or", ",", "/", "-", "–"})
FINITE = frozenset({"VBZ", "VBP", "VBD", "VBN"})
SUBSTITUTED = frozenset({"(", "-lrb-", "[", "as", "played", "plays", "aka"})
CREDITED = frozenset({"director", "actor", "actress", "mr.", "ms.", "mrs.", "filmmaker"})  # a name follows
SLANG = r"lmao|lol|tho|yo|ya|y'all|ain't|gonna|wanna|bitch|bitches|fags?|fuck\w*|nigga\w*|hoes?"
POSTS = re.compile(  # what only chatty posts hold, in which capitals tell little
    rf"[@#]|https?:|\bRT\b|&amp;|\b(?:{SLANG})\b"
)
