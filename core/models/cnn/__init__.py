"""The convolutional text classifier of Kim 2014 (one channel), trained from scratch."""
