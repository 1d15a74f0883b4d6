// weft-shared-cache <libweft.so> <case>: processes that share a disk cache, and start at once on an empty one. What a
// case needs and can't have makes it end with 77, which CTest counts as skipped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "LibraryCases.h"
#include "OneLaunch.h"

namespace {

namespace fs = std::filesystem;

constexpr unsigned processes = 8;

std::string library, self;

/// A mount namespace of the process's own.
void unshareMounts() {
  if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0)
    return;
  skip(std::string("no mount namespace: ") + std::strerror(errno));
}

void mountAt(const fs::path &path, const char *type, unsigned long flags = 0) {
  expect(mount("none", path.c_str(), type, flags, "mode=0755") == 0, std::string("no ") + type + " can be mounted");
}

std::string readFile(const fs::path &path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

size_t count(const std::string &text, const std::string &part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++found;
  return found;
}

/// A child that starts this program anew, to launch kernel `number` with this cache, and writes its log to a file. It
/// first waits for a byte from `gate`.
pid_t start(unsigned number, const fs::path &cache, const fs::path &log, const char *seconds, int gate = -1) {
  const pid_t child = fork();
  if (child != 0)
    return child;
  setenv("WEFT_CACHE", "1", 1);
  setenv("WEFT_CACHE_DIR", cache.c_str(), 1);
  setenv("WEFT_CACHE_WAIT", seconds, 1);
  setenv("WEFT_LOG", "cache,time", 1);
  dup2(open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600), STDERR_FILENO);
  char byte;
  while (gate >= 0 && read(gate, &byte, 1) == -1 && errno == EINTR) {
  }
  execl(self.c_str(), self.c_str(), library.c_str(), "one-launch", std::to_string(number).c_str(), nullptr);
  _exit(126);
}

void expectWorks(pid_t child, const fs::path &log) {
  int status = 0;
  expect(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS,
         "a launch failed:\n" + readFile(log));
}

/// Many processes at once, each with the same kernel. All they have logged.
std::string startAtOnce(unsigned number, const fs::path &cache, const fs::path &logs) {
  std::array<int, 2> ends{};
  expect(pipe2(ends.data(), O_CLOEXEC) == 0, "no pipe");
  const auto logOf = [&](unsigned process) { return logs / ("log" + std::to_string(process)); };
  std::vector<pid_t> children;
  for (unsigned process = 0; process < processes; ++process) {
    const pid_t child = start(number, cache, logOf(process), "60", ends[0]);
    children.push_back(child);
  }
  const std::string bytes(processes, 'x');
  expect(write(ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()), "the pipe is broken");
  std::string text;
  for (unsigned process = 0; process < processes; ++process) {
    expectWorks(children[process], logOf(process));
    text += readFile(logOf(process));
  }
  close(ends[0]);
  close(ends[1]);
  return text;
}

void expectCompiledOnce(const std::string &log) {
  // One program, and one kernel of it.
  expect(count(log, "weft time: kernel k\n") == 1, "the kernel was not compiled once:\n" + log);
  expect(count(log, "weft cache: new ") == 2, "there are not two new entries:\n" + log);
}

int coldStart() {
  const Folder folder;
  for (unsigned number = 0; number < 3; ++number)
    expectCompiledOnce(startAtOnce(number, folder.path / "cache", folder.path));
  return EXIT_SUCCESS;
}

/// A process that has all locks of the cache, and stops.
struct StoppedHolder {
  explicit StoppedHolder(const fs::path &cache) : process(fork()) {
    if (process == 0) {
      const fs::path file = cache / "weft-v1/locks";
      struct flock all{};
      all.l_type = F_WRLCK;
      const int locks = open(file.c_str(), O_RDWR | O_CLOEXEC);
      if (locks >= 0 && fcntl(locks, F_OFD_SETLK, &all) == 0)
        std::raise(SIGSTOP);
      _exit(EXIT_FAILURE);
    }
    int status = 0;
    waitpid(process, &status, WUNTRACED);
    expect(WIFSTOPPED(status), "the locks can't be had");
  }
  void end() {
    kill(process, SIGKILL);
    waitpid(process, nullptr, 0);
  }
  const pid_t process;
};

/// It is waited for as long as the user says, once; and at once no more when it is killed.
int stoppedHolder() {
  const Folder folder;
  const fs::path cache = folder.path / "cache", log = folder.path / "log";
  expectWorks(start(1, cache, log, "1"), log); // makes the file
  StoppedHolder holder(cache);
  expectWorks(start(2, cache, log, "1"), log);
  std::string text = readFile(log);
  expect(count(text, "weft cache: wait ") == 1 && count(text, "weft cache: no longer waited for ") == 1,
         "it was not waited for once:\n" + text);
  expectWorks(start(3, cache, log, "0"), log);
  text = readFile(log);
  expect(count(text, "wait") == 0, "it was waited for:\n" + text);
  const pid_t patient = start(4, cache, log, "3600");
  while (count(readFile(log), "weft cache: wait ") == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  holder.end();
  expectWorks(patient, log);
  expect(count(readFile(log), "weft cache: new ") == 2, "nothing was stored:\n" + readFile(log));
  return EXIT_SUCCESS;
}

/// A file system whose locks may be a server's business has none taken on it: ramfs stands for those, which Weft
/// doesn't know for a local one. The machine's own folder has them, and where it can't, everybody compiles.
int networkFileSystem() {
  const Folder folder, logs;
  unshareMounts();
  mountAt(folder.path, "ramfs");
  mountAt("/dev/shm", "tmpfs");
  expectCompiledOnce(startAtOnce(1, folder.path / "cache", logs.path));
  expect(!fs::exists(folder.path / "cache/weft-v1/locks"), "there is a file of locks on it");
  expect(fs::exists("/dev/shm/weft-locks-" + std::to_string(geteuid())), "there are no locks of the machine");
  const auto expectNoLocks = [&](unsigned number) {
    const std::string text = startAtOnce(number, folder.path / "cache", logs.path);
    expect(count(text, "wait") == 0, "somebody was waited for:\n" + text);
  };
  expect(mount("none", folder.path.c_str(), "ramfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0, "no remount");
  expectNoLocks(2); // nobody could store anything
  expect(mount("none", folder.path.c_str(), "ramfs", MS_REMOUNT, nullptr) == 0, "no remount");
  mountAt("/dev/shm", "tmpfs", MS_RDONLY);
  expectNoLocks(3);
  return EXIT_SUCCESS;
}

/// Nobody can store what was made, so nobody waits for it.
int readOnly() {
  const Folder folder, logs;
  unshareMounts();
  mountAt(folder.path, "tmpfs");
  expectCompiledOnce(startAtOnce(1, folder.path / "cache", logs.path));
  expect(mount("none", folder.path.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) == 0, "no remount");
  const std::string text = startAtOnce(2, folder.path / "cache", logs.path);
  expect(count(text, "weft time: kernel k\n") == processes, "not everybody compiled:\n" + text);
  expect(count(text, "wait") == 0, "somebody was waited for:\n" + text);
  expect(count(startAtOnce(1, folder.path / "cache", logs.path), "weft time:") == 0, "a known kernel was compiled");
  return EXIT_SUCCESS;
}

} // namespace

int main(int argumentCount, char **arguments) {
  if (argumentCount < 3) {
    std::fputs("usage: weft-shared-cache LIBRARY CASE\n", stderr);
    return EXIT_FAILURE;
  }
  self = arguments[0];
  library = arguments[1];
  if (argumentCount == 4 && std::string(arguments[2]) == "one-launch")
    return launchOnce(library.c_str(), static_cast<unsigned>(std::strtoul(arguments[3], nullptr, 10))) ? 0 : 3;
  return runCase({{"cold-start", coldStart},
                  {"stopped-holder", stoppedHolder},
                  {"network-file-system", networkFileSystem},
                  {"read-only", readOnly}},
                 arguments[2]);
}
