# hashcat: builds long kernels, tests itself with a known hash before it begins, and has to find a password.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import application

_HASHCAT = "/usr/bin/hashcat"


def example(mode):
    """A hash of this kind that hashcat knows, and its password."""
    listing = subprocess.run([_HASHCAT, "-m", mode, "--example-hashes", "--mach"], stdout=subprocess.PIPE,
                             encoding="utf-8", check=True).stdout
    known = json.loads(listing[listing.index("{"):])[mode]
    return known["example_hash"], known["example_pass"]


def cracked(hashed, password):
    """The line that hashcat prints: of WPA it has the parts of the hash that tell networks apart, in words of its own."""
    if hashed.startswith("WPA*"):
        _, _, code, station, client, network, *_ = hashed.split("*")
        hashed = ":".join([code, station, client, bytes.fromhex(network).decode("utf-8")])
    return f"{hashed}:{password}"


def judge(output, hashed, password):
    problems = []
    if cracked(hashed, password) not in output.splitlines():
        problems.append(f"does not find the password of {hashed}")
    problems += [f"reports an error: {line.strip()}" for line in output.splitlines()
                 if re.search(r"\bCL_[A-Z]|self-test failed|\berror\b", line, re.I)]
    return problems


def main():
    mode = sys.argv.pop(1)
    hashed, password = example(mode)
    folder = tempfile.mkdtemp(prefix="weft-hashcat-")
    # It keeps program binaries for itself, by the driver's version: those of an earlier build are of no use here.
    os.environ["XDG_CACHE_HOME"] = os.environ["XDG_DATA_HOME"] = folder
    try:
        with open(f"{folder}/words", "w", encoding="utf-8") as words:
            words.write(f"password\nletmein\n{password}\n")
        command = [_HASHCAT, "-m", mode, "-a", "0", "-D", "1", "-w", "1", "--force", "--potfile-disable", "--session",
                   f"weft-{mode}", "--quiet", hashed, f"{folder}/words"]
        return application.runAndJudge(__doc__, command, lambda output, _: judge(output, hashed, password))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
