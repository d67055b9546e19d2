"""Benchmarks: chatparse and `transformers.utils.chat_parsing` on the same texts, in one process. `python -m benchmarks`."""
