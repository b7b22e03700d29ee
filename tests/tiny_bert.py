"""A transformer small enough for tests: a BERT of two thin layers with untrained weights and a tokenizer of its own."""

from collections.abc import Iterable
from pathlib import Path


def tiny_bert(folder: Path, texts: Iterable[str]) -> Path:
    """Save it, with the words of these texts as vocabulary, and return the folder."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizer

    torch.manual_seed(0)
    words = sorted({word for text in texts for word in text.lower().split()})
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    BertTokenizer(str(folder / "vocab.txt"), model_max_length=32).save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=32,
    )
    BertForSequenceClassification(config).save_pretrained(folder)
    return folder
