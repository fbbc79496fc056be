"""What `--sandbox` holds back: node's permission model for files and processes, `unshare` on Linux for the network.

Neither is a promise against somebody who means harm: node follows links that lead out of a folder, and the kernel is
shared. A container is better where it matters.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from shutil import which

NODE = ("node", "nodejs")
PERMISSION_FLAGS = ("--permission", "--experimental-permission")
"""From newer to older versions of node."""
UNSHARE = ("unshare", "--map-root-user", "--net", "--")
PROBE_SECONDS = 10


def confined(command: Sequence[str], folder: Path) -> tuple[list[str], list[str]]:
    """The command that runs a command with less rights, and sentences that say what is held back and what is not."""
    words, sentences = list(command), []
    is_node = bool(words) and Path(words[0]).stem.lower() in NODE
    flag = permission_flag(words[0]) if is_node else ""
    if flag:
        readable = readable_folders(words, folder)
        words[1:1] = [flag, *(f"--allow-fs-read={path}/" for path in readable)]
        listed = ", ".join(map(str, readable))
        sentences.append(f"It may not write files or start programs, and may read only what is in {listed}.")
    elif is_node:
        sentences.append("This node has no permission model: all files stay open, and it may start programs.")
    else:
        sentences.append("Only node can be kept from files: all files stay open, and it may start programs.")
    if network_can_be_closed():
        words[:0] = UNSHARE
        sentences.append("It has no network.")
    else:
        sentences.append("This machine has no unshare that works: the network stays open.")
    return words, sentences


def readable_folders(command: Sequence[str], folder: Path) -> list[Path]:
    """What a node adapter must read: the folder, that of the adapter with the kit, and packages of folders above."""
    folder = folder.resolve()
    script = next((folder / word for word in command[1:] if (folder / word).is_file()), folder / "adapter").resolve()
    folders = [folder, script.parent]
    folders += [above / "node_modules" for above in (*folder.parents, *script.parents)]
    return [path for path in dict.fromkeys(folders) if path == folder or _is_apart(path, folder)]


def _is_apart(path: Path, folder: Path) -> bool:
    return path.is_dir() and not path.is_relative_to(folder)


@cache
def permission_flag(node: str) -> str:
    """The option of this node that turns on its permission model; empty if it has none."""
    return next((flag for flag in PERMISSION_FLAGS if _runs(node, flag, "--version")), "")


@cache
def network_can_be_closed() -> bool:
    """Whether this machine lets a user run a program without network."""
    return sys.platform == "linux" and which(UNSHARE[0]) is not None and _runs(*UNSHARE, "true")


def _runs(*command: str) -> bool:
    """Whether a command succeeds."""
    try:
        return not subprocess.run(command, capture_output=True, timeout=PROBE_SECONDS, check=False).returncode
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return False
