// Many processes on one disk cache, and processes that are killed at any moment.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "Loads.h"
#include "Objects.h"

namespace weft::load {

namespace {

namespace fs = std::filesystem;

/// A cold cache that all children share, gone with the object.
class SharedCache {
public:
  SharedCache() {
    std::string name = (fs::temp_directory_path() / "weft-load-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    setenv("WEFT_CACHE", "1", 1);
    setenv("WEFT_CACHE_DIR", (folder_ / "cache").c_str(), 1);
  }
  ~SharedCache() { fs::remove_all(folder_); }

  fs::path log() const { return folder_ / "log"; }
  /// Files that are no whole entries.
  size_t unfinished() const {
    size_t count = 0;
    for (const auto &file : fs::recursive_directory_iterator(folder_))
      count += file.path().string().ends_with(".unfinished");
    return count;
  }

private:
  fs::path folder_;
};

/// This program anew, for the numbers [first, first + count). It begins when this process closes the gate, a pipe.
pid_t startBuilds(unsigned first, unsigned count, const int *gate = nullptr, const char *log = nullptr) {
  const pid_t child = fork();
  if (child != 0)
    return child;
  if (gate) {
    close(gate[1]);
    char byte = 0;
    [[maybe_unused]] ssize_t ended = read(gate[0], &byte, 1);
  }
  if (log) {
    dup2(open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    setenv("WEFT_LOG", "cache", 1);
  }
  execl("/proc/self/exe", "weft-load", "numbers", std::to_string(first).c_str(), std::to_string(count).c_str(),
        nullptr);
  _exit(126);
}

void expectSuccess(pid_t child, const std::string &what) {
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS)
    fail(what + " failed, status " + std::to_string(status));
}

/// A last process, which finds everything in the cache.
void expectAllCached(const SharedCache &cache, unsigned numbers) {
  const std::string log = cache.log();
  expectSuccess(startBuilds(0, numbers, nullptr, log.c_str()), "the last process");
  std::ifstream file(log);
  unsigned hits = 0;
  for (std::string line; std::getline(file, line); ++hits)
    if (!line.starts_with("weft cache: hit "))
      fail("expected a hit: " + line);
  std::printf("%u hits in the end\n", hits);
  if (hits < numbers)
    fail("too few hits");
}

} // namespace

void runNumbers(unsigned first, unsigned count) {
  const cl_device_id device = firstDevice();
  const auto context = makeContext(device);
  const auto queue = makeQueue(context.get(), device, 0);
  const auto buffer = makeBuffer(context.get(), sizeof(cl_uint));
  for (unsigned number = first; number < first + count; ++number) {
    const auto program =
        buildProgram(context.get(), "kernel void k(global uint *out) { *out = " + std::to_string(number) + "u; }");
    const cl_uint found = numberOf(queue.get(), program.get(), buffer.get());
    if (found != number)
      fail("the program for " + std::to_string(number) + " gave " + std::to_string(found));
  }
}

void runProcesses(unsigned processes) {
  constexpr unsigned numbers = 5;
  const SharedCache cache;
  int gate[2];
  if (pipe2(gate, O_CLOEXEC) != 0)
    fail("no pipe");
  std::vector<pid_t> children;
  children.reserve(processes);
  for (unsigned i = 0; i < processes; ++i)
    children.push_back(startBuilds(0, numbers, gate));
  close(gate[0]);
  close(gate[1]);
  for (pid_t child : children)
    expectSuccess(child, "one of the processes");
  if (cache.unfinished() != 0)
    fail("unfinished files are left");
  std::printf("%u processes at once, %u programs each\n", processes, numbers);
  expectAllCached(cache, numbers);
}

void runKills(unsigned kills) {
  constexpr unsigned ahead = 3; // new numbers for each child, behind those that the one before may have left halfway
  const SharedCache cache;
  std::mt19937 random(4711);
  unsigned killed = 0;
  for (unsigned i = 0; i < kills; ++i) {
    const pid_t child = startBuilds(i * ahead, 2 * ahead);
    usleep(random() % 200000);
    kill(child, SIGKILL);
    int status = 0;
    if (waitpid(child, &status, 0) != child)
      fail("waitpid");
    if (WIFEXITED(status) && WEXITSTATUS(status) != EXIT_SUCCESS)
      fail("a process found a wrong result");
    killed += WIFSIGNALED(status);
  }
  std::printf("%u processes killed, %zu unfinished files\n", killed, cache.unfinished());
  const unsigned numbers = (kills + 1) * ahead;
  expectSuccess(startBuilds(0, numbers), "the process after the kills");
  expectAllCached(cache, numbers);
}

} // namespace weft::load
