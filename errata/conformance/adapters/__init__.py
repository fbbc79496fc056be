"""Adapters: the programs by which a VTT answers, the messages that they exchange, and the process that holds them."""
