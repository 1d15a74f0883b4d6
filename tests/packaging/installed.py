# What a build installs, and archive and wheel made of it, in temporary folders: what is there, and that it works.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: installed.py tree|archive|wheel BUILD VERSION ONE_KERNEL"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ["weftc", "weft-opt", "weft-report"]
EXPORTS = {
    "libweft.so": ["clGetExtensionFunctionAddress", "clGetPlatformIDs", "clGetPlatformInfo",
                   "clIcdGetFunctionAddressForPlatformKHR", "clIcdGetPlatformIDsKHR", "clIcdSetPlatformDispatchDataKHR",
                   "weftDebuggerView"],
    "libweft-compiler.so": ["weftGetCompiler"],
}
# No variable of the test's own environment, which makes programs see the build tree.
NOTHING = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8", "WEFT_CACHE": "0"}

problems = []


def expect(condition, sentence):
    if not condition:
        problems.append(sentence)


def run(command, status=0, **environment):
    """What the command prints to both streams; another status than the given one is a problem."""
    done = subprocess.run([str(word) for word in command], env=NOTHING | environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False)
    expect((done.returncode == 0) == (status == 0), f"{command} ended with {done.returncode}:\n{done.stdout[-2000:]}")
    return done.stdout


def install(build, prefix, *options, **environment):
    run(["cmake", "--install", build, "--prefix", prefix, *options], **environment)


def filesBelow(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


def runsOn(folder, oneKernel, **environment):
    """The kernel runs, and both libraries are those in the folder."""
    trace = run([oneKernel], LD_DEBUG="files", **environment)
    loaded = {pathlib.Path(path) for path in re.findall(r"calling init: (.*/libweft[^/\n]*\.so)$", trace, re.M)}
    expect({path.name for path in loaded} == {"libweft.so", "libweft-compiler.so"}, f"loaded are {loaded}")
    expect(all(path.resolve().is_relative_to(folder.resolve()) for path in loaded), f"{loaded} are not in {folder}")


def checkTree(folder, build, version, oneKernel):
    prefix = folder / "prefix"
    install(build, prefix, "--strip")
    expected = ["etc/OpenCL/vendors/weft.icd", "lib/weft/libweft-compiler.so", "lib/weft/libweft.so", "share/man/man7/weft.7",
                f"share/gdb/auto-load{prefix}/lib/weft/libweft.so-gdb.py"]
    for tool in TOOLS:
        expected += [f"bin/{tool}", f"share/man/man1/{tool}.1", f"share/bash-completion/completions/{tool}",
                     f"share/zsh/vendor-completions/_{tool}", f"share/fish/vendor_completions.d/{tool}.fish"]
    found = filesBelow(prefix)
    documents = [name for name in found if name.startswith("share/doc/weft/")]
    expect(sorted(set(found) - set(documents)) == sorted(expected), f"installed are {sorted(set(found) ^ set(expected))}")
    for name in ("README.md", "LICENSE", "docs/installing.md", "docs/debugging.md", "examples/reduction/reduction.cl"):
        expect(f"share/doc/weft/{name}" in documents, f"{name} is not installed")
    runsOn(prefix, oneKernel, OCL_ICD_VENDORS=str(prefix / "etc/OpenCL/vendors"))
    expect(f"(Weft) {version}\n" in run([prefix / "bin/weftc", "--version"]), "weftc tells another version")

    # Whatever else is in the process, no name of theirs meets one of its.
    for name, exports in EXPORTS.items():
        words = run(["nm", "-D", "--defined-only", prefix / "lib/weft" / name]).split()
        expect(sorted(words[2::3]) == exports, f"{name} exports {words[2::3]}")

    # Each component is a package; and a package is installed below another root.
    for component, part in (("platform", r"etc/|lib/|share/man/man7|share/gdb/"), ("tools", r"bin/|share/(?!doc|gdb|man/man7)"),
                            ("doc", r"share/doc/")):
        install(build, folder / component, "--component", component)
        wrong = [name for name in filesBelow(folder / component) if not re.match(part, name)]
        expect(not wrong and (folder / component).exists(), f"the component {component} has {wrong}")
    install(build, "/usr", "--component", "platform", DESTDIR=str(folder / "root"))
    icd = (folder / "root/etc/OpenCL/vendors/weft.icd").read_text()
    expect(re.fullmatch(r"/usr/lib\S*/weft/libweft\.so\n", icd) and (folder / "root" / icd.strip()[1:]).exists(),
           f"below /usr the .icd file has {icd!r}")
    changelog = (SOURCE / "debian/changelog").read_text()
    expect(changelog.startswith(f"weft ({version}) "), "debian/changelog has another version than CMakeLists.txt")


def checkArchive(folder, build, version, oneKernel):
    install(build, folder / "prefix", "--strip")
    command = [SOURCE / "packaging/make-archive.py", "--installed", folder / "prefix", "--version", version, "--output", folder]
    run([*command, "--quick"])
    if pathlib.Path(build).name != "portable":
        words = run(command, status=1)
        expect("is no portable build" in words, f"an archive that needs the machine's libraries: {words}")
    run(["tar", "-xf", folder / f"weft-{version}-linux-x86_64.tar", "-C", folder])
    root = folder / "a place with spaces"
    (folder / f"weft-{version}-linux-x86_64").rename(root)
    expect((root / "share/doc/weft/licences/llvm-22-dev.txt").exists(), "LLVM's licence is not there")
    # A shell that sources `activate`; then the variables that it has set.
    for shell in ("bash", "zsh"):
        if not pathlib.Path("/usr/bin", shell).exists():
            continue
        words = run([shell, "-c", f". '{root}/activate' && env && weftc --version"])
        expect(f"weftc (Weft) {version}\n" in words, f"{shell} does not find weftc: {words}")
        variables = dict(re.findall(r"^(OCL_ICD_VENDORS|LD_LIBRARY_PATH)=(.*)$", words, re.M))
        runsOn(root, oneKernel, **variables)
    # And the .icd file with a path.
    vendors = folder / "vendors"
    run([root / "install", vendors])
    runsOn(root, oneKernel, OCL_ICD_VENDORS=str(vendors))
    (vendors / "weft.icd").write_text("/somewhere/else/libweft.so\n")
    expect("another installation" in run([root / "install", vendors], status=1), "another installation was overwritten")
    expect("another installation" in run([root / "install", "--remove", vendors], status=1), "another one was removed")
    (vendors / "weft.icd").write_text(f"{root}/lib/weft/libweft.so\n")
    run([root / "install", "--remove", vendors])
    expect(not (vendors / "weft.icd").exists(), "the .icd file was not removed")


def checkRecord(wheel):
    """RECORD names each file but itself with its size and digest."""
    with zipfile.ZipFile(wheel) as file:
        (record,) = [name for name in file.namelist() if name.endswith(".dist-info/RECORD")]
        rows = dict(line.split(",", 1) for line in file.read(record).decode().splitlines())
        expect(sorted(rows) == sorted(file.namelist()), "RECORD does not name the files of the wheel")
        for name in file.namelist():
            contents = file.read(name)
            digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).decode().rstrip("=")
            expect(name == record or rows[name] == f"sha256={digest},{len(contents)}", f"RECORD is wrong about {name}")


def checkWheel(folder, build, version, oneKernel):
    install(build, folder / "prefix", "--strip", "--component", "platform")
    run([SOURCE / "packaging/make-wheel.py", "--installed", folder / "prefix", "--version", version, "--output", folder,
         "--quick"])
    wheel = folder / f"weft_opencl-{version}-py3-none-linux_x86_64.whl"
    checkRecord(wheel)
    run(["/usr/bin/python3", "-m", "venv", "--system-site-packages", folder / "venv"])
    python = folder / "venv/bin/python3"
    before = filesBelow(folder / "venv")
    run([python, "-m", "pip", "install", "--no-index", "--no-deps", "--no-compile", wheel])
    (site,) = (folder / "venv/lib").glob("python3.*/site-packages")
    expect((site / "pyopencl/.libs/weft.icd").read_text() == "libweft.so", "PyOpenCL's loader is told another name")
    expect(run([python, "-c", "import weft_opencl; print(weft_opencl.__version__)"]) == f"{version}\n", "its version differs")
    words = run([python, SOURCE / "tests/packaging/with-pyopencl.py", "activate"], PYTHONWARNINGS="ignore",
                XDG_CACHE_HOME=str(folder / "cache"), PYTHONDONTWRITEBYTECODE="1")
    expect(f"Weft, {site}/pyopencl/.libs/libweft.so" in words, f"PyOpenCL sees {words}")
    words = run(["bash", "-c", f'eval "$({python} -m weft_opencl)"; env'], PYTHONDONTWRITEBYTECODE="1")
    runsOn(site, oneKernel, **dict(re.findall(r"^(OCL_ICD_VENDORS)=(.*)$", words, re.M)))
    run([python, "-m", "pip", "uninstall", "-y", "weft-opencl"])
    left = set(filesBelow(folder / "venv")) - set(before)
    expect(not {name for name in left if not name.endswith(".pyc")}, f"left behind are {left}")


def main(what, build, version, oneKernel):
    with tempfile.TemporaryDirectory(dir=build) as name:
        check = {"tree": checkTree, "archive": checkArchive, "wheel": checkWheel}[what]
        check(pathlib.Path(name), build, version, oneKernel)
    for problem in problems:
        print(f"PROBLEM: {problem}", file=sys.stderr)
    return 1 if problems else 0


sys.exit(main(*sys.argv[1:]))
