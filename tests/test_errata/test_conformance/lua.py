"""Runs a Lua file as the command `lua` does, by lupa: `python lua.py lua54 FILE [WORD…]`."""

import importlib
import sys


def main(version, file, *words):
    lua = importlib.import_module(f"lupa.{version}").LuaRuntime(register_eval=False, register_builtins=False)
    lua.globals().arg = lua.table_from(dict(enumerate((file, *words))))
    lua.globals().dofile(file)


if __name__ == "__main__":
    main(*sys.argv[1:])
