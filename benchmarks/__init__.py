"""chatparse beside `transformers.utils.chat_parsing`, on the same texts and in one process: `python -m benchmarks`."""
