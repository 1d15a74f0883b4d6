// weft-surroundings <libweft.so> <library that marks its loading> <case>: a process in surroundings that are out of the
// ordinary. What each case needs and can't have makes it end with 77, which CTest counts as skipped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/auxv.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "LibraryCases.h"
#include "OneLaunch.h"

namespace {

namespace fs = std::filesystem;

constexpr int notPrivileged = 78;
/// A user that is nobody in particular, and has no rights here.
constexpr uid_t someUser = 12345;

std::string library, markLoading, self;

/// A child that does `prepare`, then starts this program anew to launch one kernel. Its status.
int launchInChild(unsigned number, const std::function<void()> &prepare, const std::string &program = self) {
  const pid_t child = fork();
  if (child == 0) {
    prepare();
    execl(program.c_str(), program.c_str(), library.c_str(), markLoading.c_str(), "one-launch",
          std::to_string(number).c_str(), nullptr);
    _exit(126);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child)
    fail("waitpid");
  return status;
}

bool works(int status) { return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS; }

void setCache(const fs::path &folder) { setenv("WEFT_CACHE_DIR", folder.c_str(), 1); }

/// Whatever the limit, the worst is an error; and a warm cache needs to write nothing at all.
int fileSizeLimit() {
  const auto limitTo = [](rlim_t bytes, const fs::path &cache) {
    return [bytes, cache] {
      setCache(cache);
      const rlimit limit{bytes, RLIM_INFINITY};
      setrlimit(RLIMIT_FSIZE, &limit);
    };
  };
  const Folder folder;
  for (const rlim_t bytes : {0, 100, 500, 2000, 4000, 6000, 10000, 20000}) {
    const int status = launchInChild(1, limitTo(bytes, folder.path / std::to_string(bytes)));
    expect(!WIFSIGNALED(status), "signal " + std::to_string(WTERMSIG(status)) + " at " + std::to_string(bytes));
    // Much more than a kernel of one line takes, and much less than what the compiler may write in the end.
    expect(works(status) || bytes < 20000, "an error at " + std::to_string(bytes));
  }
  expect(works(launchInChild(1, [&] { setCache(folder.path / "warm"); })), "an error without a limit");
  expect(works(launchInChild(1, limitTo(0, folder.path / "warm"))), "an error with a warm cache");
  return EXIT_SUCCESS;
}

int brokenLog() {
  const Folder folder;
  const int status = launchInChild(1, [&] {
    setCache(folder.path / "cache");
    setenv("WEFT_LOG", "api,cache,build,time", 1);
    std::signal(SIGPIPE, SIG_DFL);
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0)
      _exit(126);
    close(ends[0]);
    dup2(ends[1], STDERR_FILENO);
  });
  expect(!WIFSIGNALED(status), "a log that nobody reads ends the process");
  expect(works(status), "an error");
  return EXIT_SUCCESS;
}

/// Neither the platform nor what it starts gets a further thread, as where a limit of the user's processes is reached.
int withoutThreads() {
  const auto forbid = [] {
    setenv("WEFT_CACHE", "0", 1);
    sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 2, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN)};
    const sock_fprog filter{std::size(program), program};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) != 0)
      _exit(notPrivileged);
  };
  const int status = launchInChild(1, forbid);
  if (WIFEXITED(status) && WEXITSTATUS(status) == notPrivileged)
    skip("system calls can't be filtered");
  expect(works(status), "an error where there are no threads");
  return EXIT_SUCCESS;
}

std::string readFile(const fs::path &path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Standard error of this process, until its end.
void writeErrorsTo(const fs::path &log) {
  if (const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600); file >= 0)
    dup2(file, STDERR_FILENO);
}

/// Values that the variables can't have are named, once each, and the defaults hold.
int unknownOptions() {
  const Folder folder;
  const fs::path log = folder.path / "log";
  const int status = launchInChild(1, [&] {
    setCache(folder.path / "cache");
    setenv("WEFT_CACHE", "no", 1);
    setenv("WEFT_EXECUTOR", "fibres", 1);
    setenv("WEFT_LOCAL_SIZES", "some", 1);
    setenv("WEFT_WORKERS", "many", 1);
    setenv("WEFT_CACHE_MB", "1GB", 1);
    setenv("WEFT_LOG", "caches,api", 1);
    writeErrorsTo(log);
  });
  const std::string text = readFile(log);
  expect(works(status), "an error:\n" + text);
  for (const char *warning : {"WEFT_CACHE is 'no', and should be one of '1', '0'. The default holds: '1'.",
                              "WEFT_EXECUTOR is 'fibres', and should be one of 'auto', 'loops', 'packets', 'fibers'.",
                              "WEFT_LOCAL_SIZES is 'some', ", "WEFT_WORKERS is 'many', ", "WEFT_CACHE_MB is '1GB', ",
                              "WEFT_LOG has 'caches', and should have some of 'api', 'errors', 'build', "}) {
    const std::string line = std::string("weft warning: ") + warning;
    const size_t found = text.find(line);
    expect(found != std::string::npos && text.find(line, found + 1) == std::string::npos,
           std::string("not there once: ").append(line).append("\n").append(text));
  }
  expect(text.contains("weft api: "), "the known topic is not logged");
  expect(fs::exists(folder.path / "cache/weft-v1"), "there is no disk cache");
  return EXIT_SUCCESS;
}

std::ptrdiff_t filesIn(const fs::path &folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

/// Processes that compile kernels of one name at the same time have folders for their IR that are each one's own.
int dumpsOfProcesses() {
  constexpr unsigned processes = 6;
  const Folder folder;
  const fs::path dumps = folder.path / "dumps";
  std::vector<pid_t> children;
  for (unsigned number = 0; number < processes; ++number)
    if (children.push_back(fork()); children.back() == 0)
      std::_Exit(works(launchInChild(1000 + number,
                                     [&] {
                                       setCache(folder.path / "cache");
                                       setenv("WEFT_EXECUTOR", "auto", 1);
                                       setenv("WEFT_DUMP_IR", dumps.c_str(), 1);
                                     }))
                     ? EXIT_SUCCESS
                     : EXIT_FAILURE);
  for (const pid_t child : children) {
    int status = 0;
    expect(waitpid(child, &status, 0) == child && works(status), "an error");
  }
  std::set<std::string> inputs;
  std::set<std::ptrdiff_t> stages;
  for (unsigned number = 1; number <= processes; ++number) {
    const fs::path dump = dumps / (number == 1 ? "k-auto" : "k-auto." + std::to_string(number));
    expect(fs::is_directory(dump), dump.string() + " isn't there");
    inputs.insert(readFile(dump / "00-input.ll"));
    stages.insert(filesIn(dump));
  }
  expect(filesIn(dumps) == processes, "there are more folders");
  expect(inputs.size() == processes, "kernels are missing");
  expect(stages.size() == 1 && *stages.begin() > 20, "stages are missing");
  return EXIT_SUCCESS;
}

int foreignFiles() {
  const Folder folder;
  const std::vector<fs::path> files = {folder.path / "one.tex", folder.path / "two.tex", folder.path / "sub/three.tex"};
  fs::create_directory(folder.path / "sub");
  for (const fs::path &file : files)
    std::ofstream(file) << std::string(1 << 20, 'x');
  for (unsigned i = 0; i < 3; ++i)
    expect(works(launchInChild(i,
                               [&] {
                                 setCache(folder.path);
                                 setenv("WEFT_CACHE_MB", "0", 1);
                               })),
           "an error");
  for (const fs::path &file : files)
    expect(fs::exists(file), file.string() + " has been deleted");
  return EXIT_SUCCESS;
}

/// A mount namespace of the process's own.
void unshareMounts() {
  if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
    skip(std::string("no mount namespace: ") + std::strerror(errno));
}

constexpr std::array<const char *, 3> temporaryFolders = {"/dev/shm", "/tmp", "/var/tmp"};

void coverTemporaryFolders(unsigned long flags) {
  for (const char *folder : temporaryFolders)
    expect(mount("none", folder, "tmpfs", flags, nullptr) == 0, "no file system can be mounted");
  if (!fs::exists(library))
    skip("the library is in a folder for temporary files");
}

int withoutProc() {
  const Folder folder;
  unshareMounts();
  expect(mount("none", "/proc", "tmpfs", 0, nullptr) == 0, "/proc can't be covered");
  expect(!fs::exists("/proc/self"), "/proc is still there");
  expect(mount("none", "/dev/shm", "tmpfs", 0, nullptr) == 0, "/dev/shm can't be covered");
  expect(works(launchInChild(1, [] { setenv("WEFT_CACHE", "0", 1); })), "an error without a cache");
  for (int round = 0; round < 2; ++round)
    expect(works(launchInChild(1, [&] { setCache(folder.path / "cache"); })), "an error with a cache");
  // The cache can't be loaded from by its path, either.
  fs::create_directory(folder.path / "open");
  fs::permissions(folder.path / "open", fs::perms::all);
  for (int round = 0; round < 2; ++round)
    expect(works(launchInChild(1, [&] { setCache(folder.path / "open" / "mine"); })), "an error in an unsafe place");
  for (const auto &left : fs::directory_iterator("/dev/shm"))
    expect(false, left.path().string() + " is left");
  return EXIT_SUCCESS;
}

/// vm.memfd_noexec = 2: memory files must be sealed against execution by their mode.
int strictMemoryFiles() {
  unshareMounts();
  if (unshare(CLONE_NEWPID) != 0)
    skip("no PID namespace");
  const pid_t child = fork();
  if (child == 0) {
    std::ofstream("/proc/sys/vm/memfd_noexec") << "2" << std::flush;
    if (!readFile("/proc/sys/vm/memfd_noexec").starts_with("2"))
      skip("the system has no vm.memfd_noexec, or it can't be set here");
    mount("proc", "/proc", "proc", 0, nullptr); // of this namespace
    // Neither may the fallback be what makes it work.
    coverTemporaryFolders(MS_NOEXEC);
    std::_Exit(works(launchInChild(1, [] { setenv("WEFT_CACHE", "0", 1); })) ? EXIT_SUCCESS : EXIT_FAILURE);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

/// A file system for the cache that allows no code.
int cacheWithoutExecution() {
  const Folder folder;
  unshareMounts();
  expect(mount("none", folder.path.c_str(), "tmpfs", MS_NOEXEC, "mode=0755") == 0, "no file system can be mounted");
  const fs::path log = folder.path / "log";
  for (const bool first : {true, false}) {
    expect(works(launchInChild(1,
                               [&] {
                                 setCache(folder.path / "cache");
                                 setenv("WEFT_LOG", "cache,time", 1);
                                 writeErrorsTo(log);
                               })),
           "an error");
    const std::string told = readFile(log);
    expect(told.contains("kernel k\n") == first,
           (first ? "the log doesn't say what is compiled:\n" : "the cached kernel is compiled again:\n") + told);
  }
  return EXIT_SUCCESS;
}

/// A full disk, one with no room for another file, one that can only be read.
int cacheThatCannotBeWritten() {
  unshareMounts();
  for (const char *options : {"mode=0755,size=4k", "mode=0755,nr_inodes=3", "mode=0755,nr_inodes=5"}) {
    const Folder folder;
    expect(mount("none", folder.path.c_str(), "tmpfs", 0, options) == 0, "no file system can be mounted");
    for (unsigned number = 0; number < 3; ++number)
      expect(works(launchInChild(number, [&] { setCache(folder.path / "cache"); })), "an error on a full disk");
    for (const auto &file : fs::recursive_directory_iterator(folder.path))
      expect(file.path().extension() != ".unfinished", file.path().string() + " is left");
  }
  const Folder folder;
  expect(mount("none", folder.path.c_str(), "tmpfs", 0, "mode=0755") == 0, "no file system can be mounted");
  expect(works(launchInChild(1, [&] { setCache(folder.path / "cache"); })), "an error");
  expect(mount("none", folder.path.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0, "no remount");
  for (unsigned number = 1; number < 3; ++number)
    expect(works(launchInChild(number, [&] { setCache(folder.path / "cache"); })), "an error where nothing is written");
  return EXIT_SUCCESS;
}

/// Nothing can be written to the folders for files in memory and for temporary ones.
int noSharedMemory() {
  unshareMounts();
  coverTemporaryFolders(MS_RDONLY);
  expect(works(launchInChild(1, [] { setenv("WEFT_CACHE", "0", 1); })), "an error without temporary files");
  return EXIT_SUCCESS;
}

/// Whenever a process is killed that builds, no file of it stays.
int nothingIsLeft() {
  unshareMounts();
  coverTemporaryFolders(0);
  const auto prepare = [] {
    setenv("WEFT_CACHE", "0", 1);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  };
  // How long it takes without being killed, once the libraries are in memory: the moments are spread over that.
  expect(works(launchInChild(0, prepare)), "an error");
  const auto begin = std::chrono::steady_clock::now();
  expect(works(launchInChild(0, prepare)), "an error");
  const auto whole = std::chrono::steady_clock::now() - begin;
  constexpr unsigned rounds = 40;
  for (unsigned round = 0; round < rounds; ++round) {
    const pid_t child = fork();
    if (child == 0)
      std::_Exit(works(launchInChild(round, prepare)) ? EXIT_SUCCESS : EXIT_FAILURE);
    std::this_thread::sleep_for(whole * round / rounds);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  for (const char *folder : temporaryFolders)
    for (const auto &left : fs::directory_iterator(folder))
      expect(false, left.path().string() + " is left");
  return EXIT_SUCCESS;
}

/// Where another user can exchange the cache's folder, no kernel is loaded by its path; elsewhere it is, so that
/// debuggers and profilers find it.
int exchangeableCache() {
  const Folder folder;
  const fs::path open = folder.path / "open";
  fs::create_directory(open);
  setCache(open / "cache");
  // The first process fills the cache, the second finds all of it there; in each, code is loaded by its own way.
  for (const bool exchangeable : {false, true}) {
    fs::permissions(open, exchangeable ? fs::perms::all : fs::perms::owner_all);
    for (int round = 0; round < 2; ++round) {
      const pid_t child = fork();
      if (child == 0) {
        bool fromCache = false;
        const bool good = launchOnce(library.c_str(), exchangeable,
                                     [&] { fromCache = readFile("/proc/self/maps").contains(open.string()); });
        _exit((good ? 0 : 2) + (fromCache ? 1 : 0));
      }
      int status = 0;
      waitpid(child, &status, 0);
      expect(WIFEXITED(status) && WEXITSTATUS(status) == (exchangeable ? 0 : 1),
             (exchangeable ? "exchangeable: " : "safe: ") + std::to_string(status));
    }
  }
  return EXIT_SUCCESS;
}

/// With a copy of this program that runs with more rights than who starts it.
int privileged(const std::function<bool(const fs::path &)> &givesRights) {
  if (geteuid() != 0)
    skip("only root can make such a program");
  const Folder folder;
  const fs::path copy = folder.path / "program";
  const fs::path home = folder.path / "home";
  const fs::path log = folder.path / "log";
  fs::copy_file(self, copy);
  fs::permissions(copy, fs::perms(0755));
  if (!givesRights(copy))
    skip(std::string("the program can't be given rights: ") + std::strerror(errno));
  fs::create_directory(home);
  expect(chown(home.c_str(), someUser, someUser) == 0, "chown");
  for (const char *name : {"compiler.so", "hwloc_weft.so"})
    fs::copy_file(markLoading, home / name);
  const auto prepare = [&](uid_t user) {
    return [&, user] {
      for (const char *name : {"HOME", "XDG_CACHE_HOME", "WEFT_CACHE_DIR", "WEFT_DUMP_IR"})
        setenv(name, (home / name).c_str(), 1);
      setenv("HWLOC_PLUGINS_PATH", home.c_str(), 1);
      setenv("WEFT_COMPILER", (home / "compiler.so").c_str(), 1);
      setenv("WEFT_LOG", "api,errors,cache", 1);
      setenv("WEFT_EXECUTOR", "no executor", 1);
      dup2(open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
      if (setresgid(user, user, user) != 0 || setresuid(user, user, user) != 0)
        _exit(125);
    };
  };
  const int status = launchInChild(1, prepare(someUser), copy);
  if (WIFEXITED(status) && WEXITSTATUS(status) == notPrivileged)
    skip("programs get no rights here");
  for (const auto &file : fs::recursive_directory_iterator(home)) {
    const std::string name = file.path().filename();
    expect(name == "compiler.so" || name == "hwloc_weft.so", name + " was made, by an environment that is another's");
  }
  expect(readFile(log).empty(), "a log was written:\n" + readFile(log));
  expect(works(status), "an error: " + std::to_string(status));
  return EXIT_SUCCESS;
}

int privilegedByOwner() {
  return privileged([](const fs::path &program) { return chmod(program.c_str(), 04755) == 0; });
}

int privilegedByCapability() {
  return privileged([](const fs::path &program) {
    // VFS_CAP_REVISION_2 with the effective bit; to read and search everything, so that the library is found.
    const std::array<uint32_t, 5> rights = {0x02000001, 1u << 2, 0, 0, 0};
    return setxattr(program.c_str(), "security.capability", rights.data(), sizeof rights, 0) == 0;
  });
}

int oneLaunch(unsigned number, bool mustBePrivileged) {
  if (mustBePrivileged && getauxval(AT_SECURE) == 0)
    return notPrivileged;
  return launchOnce(library.c_str(), number) ? EXIT_SUCCESS : 3;
}

} // namespace

int main(int count, char **arguments) {
  const LibraryCases cases = {
      {"file-size-limit", fileSizeLimit},
      {"broken-log", brokenLog},
      {"without-threads", withoutThreads},
      {"unknown-options", unknownOptions},
      {"dumps-of-processes", dumpsOfProcesses},
      {"foreign-files", foreignFiles},
      {"without-proc", withoutProc},
      {"strict-memory-files", strictMemoryFiles},
      {"cache-without-execution", cacheWithoutExecution},
      {"cache-that-cannot-be-written", cacheThatCannotBeWritten},
      {"exchangeable-cache", exchangeableCache},
      {"no-shared-memory", noSharedMemory},
      {"nothing-is-left", nothingIsLeft},
      {"privileged-by-owner", privilegedByOwner},
      {"privileged-by-capability", privilegedByCapability},
  };
  if (count < 4) {
    std::fputs("usage: weft-surroundings LIBRARY MARK-LOADING CASE\n", stderr);
    return EXIT_FAILURE;
  }
  library = arguments[1];
  markLoading = arguments[2];
  self = arguments[0];
  if (count == 5 && std::string(arguments[3]) == "one-launch")
    return oneLaunch(static_cast<unsigned>(std::strtoul(arguments[4], nullptr, 10)), self.ends_with("/program"));
  return runCase(cases, arguments[3]);
}
