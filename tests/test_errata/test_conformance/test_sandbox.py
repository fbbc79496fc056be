"""The sandbox: what node and the system hold back, and that it is said what they do not."""

import shutil
import subprocess

import pytest

from errata.conformance.adapters import sandbox
from errata.conformance.adapters.adapter import Adapter
from errata.conformance.adapters.messages import Played
from errata.conformance.adapters.sandbox import confined, network_can_be_closed, permission_flag, readable_folders

ADAPTER = """
import {{ createInterface }} from 'node:readline';
import fs from 'node:fs';
import net from 'node:net';
import child from 'node:child_process';
import {{ lib }} from '{lib}';
import {{ kit }} from './kit.mjs';
import {{ pack }} from 'pack';
const allowed = act => {{ try {{ act(); return true; }} catch (error) {{ return false; }} }};
const reaches = () => new Promise(done => {{
  const socket = net.connect({port}, '127.0.0.1', () => {{ socket.destroy(); done(true); }});
  socket.on('error', () => done(false));
}});
for await (const line of createInterface({{ input: process.stdin }})) {{
  const {{ seq, cmd }} = JSON.parse(line);
  if (cmd === 'stop') break;
  const outcome = {{
    lib, kit, pack,
    reads: allowed(() => fs.readFileSync('data.json')),
    'reads elsewhere': allowed(() => fs.readFileSync('/etc/passwd')),
    writes: allowed(() => fs.writeFileSync('written', '')),
    spawns: allowed(() => child.execFileSync('true')),
    network: await reaches(),
  }};
  const answer = cmd === 'start'
    ? {{ protocol: 'rawcheck-probe/1', ops: [{{ n: 0, op: 'a', in: [] }}] }}
    : {{ dist: [[outcome, {{ 0: 1 }}, []]], runs: 1, most: 0 }};
  fs.writeSync(1, JSON.stringify({{ seq, ...answer }}) + '\\n');
}}
"""
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


@pytest.fixture
def server():
    """A port that something listens on."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


@pytest.fixture
def vtt(tmp_path, server):
    """A VTT with a package in the folder above and an adapter elsewhere."""
    written = {
        "above/vtt/lib/a.mjs": "export const lib = true;",
        "above/vtt/data.json": "{}",
        "elsewhere/kit.mjs": "export const kit = true;",
        "elsewhere/node_modules/pack/package.json": '{"main": "index.js"}',
        "elsewhere/node_modules/pack/index.js": "exports.pack = true;",
        "elsewhere/adapter.mjs": ADAPTER.format(lib=tmp_path / "above/vtt/lib/a.mjs", port=server),
    }
    for name, text in written.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "above/vtt"


def outcome(vtt, is_confined):
    with Adapter(["node", "../../elsewhere/adapter.mjs"], vtt, sandbox=is_confined) as adapter:
        played = adapter.play(0, {}, [6])
    assert isinstance(played, Played), played
    return played.dist[0][0], " ".join(adapter.confinement)


@needs_node
def test_without_sandbox_an_adapter_may_do_what_the_user_may(vtt):
    done, sentences = outcome(vtt, False)
    assert set(done.values()) == {True}
    assert sentences == ""


@needs_node
@pytest.mark.skipif(shutil.which("node") is not None and not permission_flag("node"), reason="an old node")
def test_a_node_adapter_reads_its_folders_and_does_nothing_else(vtt):
    done, sentences = outcome(vtt, True)
    network = not network_can_be_closed()
    may = {"lib": True, "kit": True, "pack": True, "reads": True}
    assert done == may | {"reads elsewhere": False, "writes": False, "spawns": False, "network": network}
    assert str(vtt) in sentences
    assert ("the network stays open" if network else "It has no network.") in sentences


def test_the_folders_of_a_node_adapter_are_that_of_the_vtt_the_adapter_and_the_packages_above(tmp_path):
    for folder in ("a/vtt", "a/node_modules", "a/vtt/node_modules", "probe"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "probe/adapter.mjs").touch()
    (tmp_path / "a/vtt/adapter.mjs").touch()
    inside = [tmp_path / "a/vtt", tmp_path / "a/node_modules"]
    assert readable_folders(["node", "adapter.mjs"], tmp_path / "a/vtt") == inside
    assert readable_folders(["node", "--no-warnings", "../../probe/adapter.mjs"], tmp_path / "a/vtt") == [
        inside[0],
        tmp_path / "probe",
        inside[1],
    ]


@pytest.mark.parametrize(
    ("flag", "network", "command", "confined_command", "sentence"),
    [
        (
            "--permission",
            True,
            ["node", "a.mjs"],
            "unshare --map-root-user --net -- node",
            "may read only",
        ),
        ("--permission", False, ["node", "a.mjs"], "node --permission", "the network stays open"),
        ("", False, ["/usr/bin/node", "a.mjs"], "/usr/bin/node a.mjs", "This node has no permission model"),
        ("--permission", True, ["lua", "a.lua"], "unshare --map-root-user --net -- lua a.lua", "Only node"),
    ],
)
def test_what_is_not_held_back_is_said(tmp_path, monkeypatch, flag, network, command, confined_command, sentence):
    monkeypatch.setattr(sandbox, "permission_flag", lambda node: flag)
    monkeypatch.setattr(sandbox, "network_can_be_closed", lambda: network)
    words, sentences = confined(command, tmp_path)
    assert " ".join(words).startswith(confined_command)
    assert sentence in " ".join(sentences)


def test_a_program_that_is_not_there_has_no_permission_model():
    assert permission_flag("no-such-node") == ""


@needs_node
def test_the_flag_is_one_that_this_node_takes():
    flag = permission_flag("node")
    assert not flag or subprocess.run(["node", flag, "--version"], capture_output=True, check=False).returncode == 0
