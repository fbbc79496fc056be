"""The rim of rawcheck: the command line, reports, and the readers of VTT formats."""

__version__ = "0.1.0"
