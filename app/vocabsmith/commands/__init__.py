"""The commands of the command line, one module each. They use the engine only; Qt is never imported here."""

COMMANDS = ("train", "encode", "decode", "export", "edit", "evaluate", "scan", "inspect")
INTERRUPTED = 130  # exit status after Ctrl-C, as shells have it
