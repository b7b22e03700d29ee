"""What to ask oneself before deciding: the rules of Moradi & Samwald 2021, section 5.1, in our own words."""

RULES = (
    "Keep it when the changed text still makes sense and the label in the data set is still right.",
    "Relabel it when the text makes sense but another of the task's labels is right now.",
    "Discard it when the text no longer makes sense, or when none of the task's labels fits, and say which it is.",
    "Judge the text as a reader who never saw the original; clumsy is fine, nonsense is not.",
    "Hints never decide: a low similarity or a grammar issue is a reason to look twice, nothing more.",
)
ABOUT = {
    "word_deletion": "Words were taken out. Ask whether what is left still says enough for the label: a lost “not”, "
    "a lost subject or a lost feeling word often changes it or leaves nothing to judge.",
    "negation": "A negation was put in or taken out. Opinions usually turn round (relabel); the topic of a question "
    "usually stays (keep); two negations that cancel out are as good as none.",
    "synonym_replacement": "Words were swapped for synonyms. Check that the meaning chosen fits this sentence: a "
    "synonym of another sense of the word (“bank” as “shore”) may leave no sense or another label.",
}


def guidelines(perturbation: str) -> tuple[str, ...]:
    """Short paragraphs for the annotator: what is special about this perturbation, if anything, then the rules."""
    about = ABOUT.get(perturbation)
    return (about, *RULES) if about else RULES
