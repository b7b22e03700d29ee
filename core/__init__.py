"""The science: text, perturbations, hints, models, metrics. Plain values in, plain values out."""
