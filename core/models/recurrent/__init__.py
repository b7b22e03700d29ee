"""Recurrent text classifiers, trained from scratch: TextRNN (GRU and attention) and BiLSTM (LSTM and maximum)."""
