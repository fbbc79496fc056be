"""Runs a Lua file as the command `lua` would, by lupa: `python lua.py lua54 FILE [WORD…]`; stdin and stdout are Lua's."""

import importlib
import sys


def main(version, file, *words):
    lua = importlib.import_module(f"lupa.{version}").LuaRuntime(register_eval=False, register_builtins=False)
    lua.globals().arg = lua.table_from({number: word for number, word in enumerate((file, *words))})
    lua.globals().dofile(file)


if __name__ == "__main__":
    main(*sys.argv[1:])
