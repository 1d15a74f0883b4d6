# Test suites of other projects: fetched as Debian's source packages, run by pytest, counted case by case.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import cases


def sourceOf(package, folder):
    """Downloads and unpacks Debian's source package in the version that apt knows, and returns its folder. It uses package
    lists of its own below `folder`, so that nothing changes in /etc and nobody has to be root. Ends the process where there is no
    such source package to be had."""
    folder = pathlib.Path(folder)
    lists = folder / "lists"
    (lists / "partial").mkdir(parents=True)
    sources = folder / "sources"
    sources.mkdir()
    for path in [pathlib.Path("/etc/apt/sources.list"), *pathlib.Path("/etc/apt/sources.list.d").glob("debian*")]:
        if path.exists():
            text = re.sub(r"^Types: deb\b.*$", "Types: deb-src", path.read_text(encoding="utf-8"), flags=re.M)
            (sources / path.name).write_text(re.sub(r"^deb ", "deb-src ", text, flags=re.M), encoding="utf-8")
    settings = ["-qq", "-o", "Dir::Etc::SourceList=/dev/null", "-o", f"Dir::Etc::SourceParts={sources}", "-o",
                f"Dir::State::Lists={lists}", "-o", "APT::Sandbox::User="]
    for words in (["update"], ["--download-only", "source", package]):
        if subprocess.run(["apt-get", *settings, *words], cwd=folder, check=False).returncode != 0:
            print(f"SKIPPED: Debian's source package {package} can't be had; --sources takes a folder with it")
            sys.exit(cases.NOT_INSTALLED)
    (description,) = folder.glob("*.dsc")
    unpacked = folder / package
    subprocess.run(["dpkg-source", "--no-check", "-x", description, unpacked], stdout=subprocess.DEVNULL, check=True)
    return unpacked


def run(mine, arguments, folder, environment, seconds):
    """Runs pytest in a folder, and adds its cases to `mine`. A run that ends early is a failure of its own."""
    with tempfile.TemporaryDirectory(prefix="weft-suite-") as name:
        report = pathlib.Path(name) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *arguments]
        try:
            status = subprocess.run(command, cwd=folder, env={**os.environ, **environment}, timeout=seconds, check=False).returncode
        except subprocess.TimeoutExpired:
            status = f"no end after {seconds} s"
        if report.exists():
            for case in cases.fromJunit(report.read_text(encoding="utf-8")):
                mine.add(*case)
    # 0: all passed, 1: some failed.
    if status not in (0, 1):
        mine.add(" ".join(arguments), cases.FAILED, f"pytest: {status}")
