"""Letters by the characters that look like them: with a diacritic, of another alphabet, or digits (leet)."""

VISUAL = {
    "a": "àáâãäåāăąǎạảаα", "b": "ḃḅḇƀь", "c": "çćĉċčсϲ", "d": "ďđḋḍḏḑԁ", "e": "èéêëēĕėęěẹẻẽе", "f": "ḟƒ",
    "g": "ĝğġģǧḡɡ", "h": "ĥħḣḥḧḩһ", "i": "ìíîïĩīĭįịỉіı", "j": "ĵǰјϳ", "k": "ķǩḱḳḵκ", "l": "ĺļľłḷḻӏ", "m": "ḿṁṃ",
    "n": "ñńņňǹṅṇṉ", "o": "òóôõöøōŏőơọỏоο", "p": "ṕṗр", "q": "ʠԛ", "r": "ŕŗřṙṛṟ", "s": "śŝşšșṡṣѕ", "t": "ţťŧțṫṭṯ",
    "u": "ùúûüũūŭůűųưụủυ", "v": "ṽṿνѵ", "w": "ŵẁẃẅẇẉԝ", "x": "ẋẍх", "y": "ýÿŷỳẏỵỷу", "z": "źżžẑẓẕ",
    "A": "ÀÁÂÃÄÅĀĂĄǍẠẢАΑ", "B": "ḂḄḆВΒ", "C": "ÇĆĈĊČСϹ", "D": "ĎĐḊḌḎḐ", "E": "ÈÉÊËĒĔĖĘĚẸẺẼЕΕ", "F": "ḞƑϜ",
    "G": "ĜĞĠĢǦḠԌ", "H": "ĤĦḢḤḦḨНΗ", "I": "ÌÍÎÏĨĪĬĮİỊІΙ", "J": "ĴЈͿ", "K": "ĶǨḰḲḴКΚ", "L": "ĹĻĽŁḶḺ", "M": "ḾṀṂМΜ",
    "N": "ÑŃŅŇǸṄṆΝ", "O": "ÒÓÔÕÖØŌŎŐƠỌОΟ", "P": "ṔṖРΡ", "Q": "Ԛ", "R": "ŔŖŘṘṚṞ", "S": "ŚŜŞŠȘṠṢЅ", "T": "ŢŤŦȚṪṬТΤ",
    "U": "ÙÚÛÜŨŪŬŮŰŲƯỤ", "V": "ṼṾѴ", "W": "ŴẀẂẄẆẈԜ", "X": "ẊẌХΧ", "Y": "ÝŶŸỲẎỴУΥ", "Z": "ŹŻŽẐẒẔΖ",
}  # fmt: skip
"""Each letter with its diacritics in Latin, then what looks the same in Cyrillic and Greek."""

LEET = {"a": "4", "b": "8", "e": "3", "g": "9", "i": "1", "l": "1", "o": "0", "s": "5", "t": "7", "z": "2"}
LEET |= {letter.upper(): digit for letter, digit in LEET.items()}

LEET_OF_PLAYERS = {
    **dict(zip("beghjmowyABCDEGIJLOSTXZ", "63947303448003619705782", strict=True)),
    **{"N": "11", "!": "1", "|": "1", "7": "1", "Θ": "0", "ε": "3", "ω": "3", "∈": "3"},
}
"""The table that Zhang et al. 2022 used, NL-Augmenter's after Wikipedia's on leet: shapes, also of another letter's."""
