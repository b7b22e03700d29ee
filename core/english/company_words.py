"""Words that hold a place or a first name of their text as it is, by why they do."""

import re

SAILING = frozenset(  # with these a place is a harbour or has a shore, or a ship is named for it
    {"ship", "ships", "submarine", "boat", "vessel", "voyage", "sailed", "sailing", "sank", "aboard", "yacht", "port"}
    | {"shipwreck", "passengers", "ferry", "coast", "coastal", "seaside", "harbor", "harbour", "beach"}
    | {"beaches", "fleet", "navy", "cruise", "ocean", "sea", "gulf", "bay", "peninsula", "island", "islands"}
    | {"islandwide"}
    | {"river", "lake", "canal", "mountain", "volcano", "arctic", "coastline", "landlocked"}
)
RENOWN = frozenset(  # what readers know a place for; with these it is no other
    {"nuclear", "crude", "superpower", "confederate", "casino", "gambling", "renaissance", "colony", "colonial", "zip"}
    | {"stocks", "shares", "index", "barrel", "futures", "dollar", "carmaker", "settlements", "crashed", "communist"}
    | {"rainforest", "jungle", "desert", "panda", "pandas", "kangaroo", "mummies", "pyramid", "pyramids", "plagues"}
    | {"cannabis", "marijuana", "euthanasia", "anime", "flag", "cross", "stand", "stands", "abbreviation", "ancient"}
    | {
        "minute",
        "federal",
        "missile",
        "avalanche",
        "snow",
        "ski",
        "statues",
        "space",
        "astronaut",
        "cosmonaut",
        "borders",
        "bordering",
        "rivers",
    }
    | {"finest", "papal", "wolves", "snakes"}
    | {"king", "queen", "royal", "monarch", "emir", "sultan", "castle", "border"}
    | {"monarchy", "pope", "empire", "states", "state", "county", "prefecture"}
    | {"opera"}
)
SPORTS = frozenset(
    {"team", "teams", "player", "players", "coach", "season", "match", "score", "scored", "scores", "win", "beat"}
    | {"beaten", "champion", "champions", "championship", "medal", "football", "baseball", "basketball", "soccer"}
    | {"hockey", "cricket", "rugby", "tennis", "golf", "boxer", "boxing", "striker", "goal", "goals", "innings"}
    | {"olympics"}
    | {"victory", "defeat", "tournament", "cup", "fans", "relay", "race", "homered", "pitcher", "stadium", "athlete"}
)
ARTS = frozenset(  # a first name beside these is that of a title, of a character or of somebody readers know
    {"film", "films", "movie", "movies", "tv", "television", "novel", "novels", "book", "books", "drama", "comedy"}
    | {"play", "plays", "song", "songs", "album", "band", "actor", "actors", "director", "directed", "author", "writer"}
    | {"poet", "singer", "musician", "composer", "artist", "painter", "character", "characters", "story", "script"}
    | {"screenplay", "screenwriter", "performance", "performances", "acting", "audience", "thriller", "documentary"}
    | {"plot", "cast", "sequel", "series", "episode", "cartoon", "entertainment", "celebrity", "famous", "starring"}
    | {"architect", "designer", "cinematic", "romance", "satire", "farce", "genre", "screen", "humor", "poem", "music"}
    | {"role", "roles", "art", "viewing", "laughs", "charm", "chemistry", "tragedy", "horror", "scene", "scenes"}
    | {"cinema", "hit", "aesthetic", "fest", "tale", "filmmaker"}
)
PLAIN_ROLES = frozenset(  # of persons whom readers do not know
    {"analyst", "attorney", "lawyer", "prosecutor", "economist", "researcher", "scientist", "professor", "teacher"}
    | {"student", "resident", "neighbor", "neighbour", "witness", "detective", "sergeant", "deputy", "owner"}
    | {"engineer", "strategist", "trader", "manager", "employee", "worker", "nurse", "doctor", "farmer", "driver"}
    | {"shopper", "customer", "volunteer", "superintendent", "spokesperson", "biologist", "consultant"}
    | {"citizen", "passenger"}
)
PEOPLES = frozenset(  # beside these a place elsewhere would not fit; their plurals without the s
    {"american", "british", "french", "german", "italian", "spanish", "russian", "japanese", "chinese", "canadian"}
    | {"australian", "israeli", "palestinian", "egyptian", "greek", "turkish", "polish", "swedish", "dutch", "irish"}
    | {"scottish", "welsh", "english", "european", "korean", "indian", "mexican", "brazilian", "cuban", "soviet"}
    | {"roman", "jewish", "arab", "african", "asian", "belgian", "swiss", "austrian", "danish", "norwegian", "finnish"}
    | {"hungarian", "czech", "portuguese", "argentine", "chilean", "colombian", "lebanese", "libyan", "saudi"}
    | {"serbian"}
    | {"taiwanese", "thai", "filipino", "vietnamese", "iraqi", "iranian", "syrian", "afghan", "pakistani", "ukrainian"}
    | {"electoral", "democrat", "democratic", "republican", "senate", "senator", "congres", "gop", "primarie", "caucu"}
    | {"turnover", "down", "yard", "quarterback", "game", "touchdown", "uniform", "sail", "gaza", "plo", "dem"}
    | {"nfl", "nfc", "afc", "nba", "mlb", "ncaa", "hurricane", "nascar", "wall", "series", "college"}
    | {"touchdown", "playoff"}
    | {"quarterback", "league", "yuan", "yen", "euro", "ruble", "rupee", "peso", "francs", "sterling"}
    | {"muslim", "islamic", "catholic", "nazi", "shiite", "sunni", "kurdish", "basque", "western", "nato", "mubarak"}
)
SEXED = re.compile(  # words that say whether somebody is a man or a woman
    r"\w*(?:wom[ae]n|(?<!hu)m[ae]n|boys?|girls?|lad(?:y|ies)|guys?|gentlem[ae]n|actress(?:es)?|male|female|mothers?"
    r"|fathers?|wife|husband|daughters?|sons?|brothers?|sisters?|kings?|queens?|princes?|princess|uncle|aunt|kingpin"
    r"|heroine|hero|mistress|bride|groom|widow|beauty|babe|hunk|playboy|handsome|dashing|pretty|beautiful|gorgeous|nun"
    r"|monk|priest|bishop|cardinal|rabbi|imam|pastor|bishop|monsignor|chairm[ae]n|mrs?|ms|sir|dad|mom|mum|lesbian|gay"
    r"|niece|nephew|starlet|blonde|macho|bitch|hoe|hoes|bitches|dude|bro|businessm[ae]n|batsm[ae]n|waitress|duke"
    r"|duchess|lord|baron|emperor|empress|goddess|testicular|prostate|pregnant|pregnancy|beard|rape|raped)"
)
NO_SEX = frozenset({"person", "persons", "lesson", "lessons", "reason", "reasons", "season", "seasons", "prison"})
NO_SEX |= {"common", "human", "humans", "german", "germans", "romans", "roman", "ottoman", "women's", "milkman"}
PAIRED = frozenset({"married", "marry", "marries", "couple", "parents", "husbands", "wedding", "engaged", "dated"})
TRAVELS = frozenset({"travel", "travels", "traveled", "go", "goes", "went", "move", "moved", "fly", "flew", "flown"})
SURNAMES = frozenset(  # first names that news give as surnames, and the like
    {"Clark", "Thomas", "James", "Martin", "Lewis", "Craig", "Bruce", "Howard", "Russell", "Douglas"}
    | {"Graham", "Sharon"}
    | {"Lawrence", "Leonard", "Scott", "Stanley", "Vincent", "Warren", "Dennis", "Harvey", "Nelson", "Franklin"}
    | {"Allen"}
)
PARTS = frozenset({"state", "city", "county", "stock", "president", "vice-president", "senator", "congress", "supreme"})
EARLY = re.compile(r"[12]\d\d\d")  # a year of what readers may know, or of another world map
SIDES = frozenset({"southern", "northern", "eastern", "western", "central", "corporate", "north", "south", "greater"})
HELD = frozenset(
    {
        "hollywood",
        "broadway",
        "america",
        "manhattan",
        "brooklyn",
        "cannes",
        "vienna",
        "detroit",
        "las",
        "fiji",
        "washington",
    }
    | {"brussels"}
)  # a trade, a stage, an idea
WIDE = frozenset({"country", "continent"})  # seldom titles, also without capitals
MONTHS = frozenset(
    {"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november"}
    | {"december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "christmas", "jan."}
    | {"feb.", "mar.", "apr.", "jun.", "jul.", "aug.", "sept.", "oct.", "nov.", "dec.", "easter", "english"}
)
ENDS_OF_PEOPLES = ("an", "ese", "ish")
LIES = frozenset({"in", "near", "outside", "across", "inside", "throughout", "at"})
JOINS = frozenset({"and", "&", "or", ",", "/", "-", "–"})
FINITE = frozenset({"VBZ", "VBP", "VBD", "VBN"})
SUBSTITUTED = frozenset({"(", "-lrb-", "[", "as", "played", "plays", "aka"})
CREDITED = frozenset({"director", "actor", "actress", "mr.", "ms.", "mrs.", "filmmaker"})  # a name follows
POSTS = re.compile(  # what only chatty posts hold, in which capitals tell little
    r"[@#]|https?:|\bRT\b|&amp;"
    r"|\b(?:lmao|lol|tho|yo|ya|y'all|ain't|gonna|wanna|bitch|bitches"
    r"|fag|fags|fuck\w*|nigga\w*|hoes?)\b"
)
