"""The files for continuous integration are YAML with the members that their servers ask for, and
examples give no input that is not declared.

SPDX-License-Identifier: BSD-2-Clause"""
import re

import yaml


def load(name):
    with open(name, encoding="utf-8") as file:
        return list(yaml.safe_load_all(file))


def check_inputs(given, declared, text):
    """None is unknown, none that is required is missing, and all are used."""
    assert set(given) <= set(declared), set(given) - set(declared)
    required = {k for k, v in declared.items() if v.get("required") or (
        "default" not in v and "required" not in v)}
    assert required <= set(given), required - set(given)
    used = set(re.findall(r"inputs\.(\w+)", text))
    assert used == set(declared), used ^ set(declared)


def check_github():
    action, = load("action.yml")
    workflow, = load("harness/ci/github.yml")
    assert action["runs"]["using"] == "composite"
    for step in action["runs"]["steps"]:
        assert "uses" in step or step["shell"] == "sh"
    use, = [s for s in workflow["jobs"]["halfstep"]["steps"] if "/halfstep@" in s.get("uses", "")]
    check_inputs(use["with"], action["inputs"], open("action.yml", encoding="utf-8").read())
    steps = {s.get("id") for s in action["runs"]["steps"]}
    assert action["outputs"]["verdict"]["value"] == "${{ steps.gate.outputs.verdict }}"
    assert {"gate", "sources"} <= steps


def check_texts(declared, given, text):
    """Inputs are put into the text before it is read: whatever they are, they stay texts."""
    values = {k: given.get(k, v.get("default", "1.0")) for k, v in declared.items()}
    filled = re.sub(r"\$\[\[ inputs\.(\w+) \]\]", lambda m: values[m.group(1)], text)
    job = yaml.safe_load(filled)["halfstep"]
    lines = job["before_script"] + job["script"] + job["after_script"]
    assert all(isinstance(line, str) for line in lines), lines
    assert all(isinstance(v, str) for v in job["variables"].values()), job["variables"]


def check_gitlab():
    spec, jobs = load("harness/packaging/gitlab.yml")
    pipeline, = load("harness/ci/gitlab.yml")
    include, = pipeline["include"]
    assert include["file"] == "harness/packaging/gitlab.yml"
    text = open(include["file"], encoding="utf-8").read()
    check_inputs(include["inputs"], spec["spec"]["inputs"], text.split("\n---\n")[1])
    assert "script" in jobs["halfstep"]
    for given in ({}, include["inputs"]):
        check_texts(spec["spec"]["inputs"], given, text.split("\n---\n")[1])


def check_many_machines():
    matrix, = load("harness/ci/github-matrix.yml")
    shard, verdict = [matrix["jobs"][name] for name in ("shard", "verdict")]
    assert shard["strategy"]["matrix"]["shard"] == [1, 2, 3, 4]
    assert not shard["strategy"]["fail-fast"]
    assert verdict["needs"] == "shard" and verdict["if"] == "always()"
    parallel, = load("harness/ci/gitlab-parallel.yml")
    assert parallel["shard"]["parallel"] == 4
    assert parallel["verdict"]["when"] == "always"


check_github()
check_gitlab()
check_many_machines()
