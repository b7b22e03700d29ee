"""Small untrained transformers of many architectures, from a config, each with a tokenizer of words of its own."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

PAD, UNKNOWN, CLS, SEP, EOS = "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[EOS]"
SHAPE = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
DECODER = {"n_embd": 32, "n_layer": 2, "n_head": 2, "n_positions": 64}
XLNET = {"d_model": 32, "n_layer": 2, "n_head": 2, "d_inner": 64}
FUNNEL = {"d_model": 32, "n_head": 2, "d_head": 16, "d_inner": 64, "block_sizes": [1, 1, 1], "num_decoder_layers": 1}
BART = {
    "d_model": 32,
    "encoder_layers": 1,
    "decoder_layers": 1,
    "encoder_attention_heads": 2,
    "decoder_attention_heads": 2,
    "encoder_ffn_dim": 64,
    "decoder_ffn_dim": 64,
    "max_position_embeddings": 64,
}
CONFIGS: dict[str, dict[str, Any]] = {
    "albert": SHAPE | {"embedding_size": 16},
    "bart": BART,
    "bert": SHAPE,
    "deberta-v2": SHAPE,
    "distilbert": {"dim": 32, "n_layers": 2, "n_heads": 2, "hidden_dim": 64},
    "electra": SHAPE | {"embedding_size": 16},
    "funnel": FUNNEL,
    "gpt2": DECODER,
    "roberta": SHAPE,
    "t5": {"d_model": 32, "d_kv": 16, "d_ff": 64, "num_layers": 2, "num_heads": 2},
    "xlnet": XLNET,
}
WITHOUT_PADDING = ("gpt2",)


def tiny_model(kind: str, folder: Path, texts: Iterable[str], spread: bool = True, tagging: bool = False) -> Path:
    """Save a model of this architecture, its answers well apart unless `spread` is False, and return the folder.

    One for `tagging` has the parts that this takes, Funnel's decoder among them.
    """
    import torch
    from transformers import AutoConfig, AutoModelForSequenceClassification, AutoModelForTokenClassification

    tokenizer = _tokenizer(kind, texts)
    ids = {"eos_token_id": tokenizer.eos_token_id, "bos_token_id": tokenizer.eos_token_id}
    padding = {} if kind in WITHOUT_PADDING else {"pad_token_id": tokenizer.pad_token_id}
    torch.manual_seed(1)
    config = AutoConfig.for_model(kind, **CONFIGS[kind], **ids, **padding, vocab_size=len(tokenizer))
    model = (AutoModelForTokenClassification if tagging else AutoModelForSequenceClassification).from_config(config)
    with torch.no_grad():
        for name, weights in model.named_parameters():
            if weights.ndim > 1 and spread:
                weights.mul_(4 if "embed" in name or "wte" in name or "wpe" in name else 6)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def _tokenizer(kind: str, texts: Iterable[str]) -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    words = sorted({word for text in texts for word in text.split()})
    vocabulary = {word: i for i, word in enumerate((PAD, UNKNOWN, CLS, SEP, EOS, *words))}
    made = Tokenizer(models.WordLevel(vocabulary, UNKNOWN))
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    if kind in WITHOUT_PADDING:
        return PreTrainedTokenizerFast(tokenizer_object=made, unk_token=UNKNOWN, eos_token=EOS, model_max_length=60)
    end = EOS if kind in ("bart", "t5") else SEP
    single, pair = (f"$A {end} {CLS}", f"$A {end} $B {end} {CLS}") if kind == "xlnet" else _first(end)
    made.post_processor = processors.TemplateProcessing(
        single=single, pair=pair, special_tokens=[(name, vocabulary[name]) for name in (CLS, end)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        unk_token=UNKNOWN,
        pad_token=PAD,
        cls_token=CLS,
        sep_token=SEP,
        eos_token=EOS,
        padding_side="left" if kind == "xlnet" else "right",
        model_max_length=60,
    )


def _first(end: str) -> tuple[str, str]:
    return f"{CLS} $A {end}", f"{CLS} $A {end} $B {end}"
