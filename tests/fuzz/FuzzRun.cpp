// A fuzzer's run: a child process works through the inputs, this one watches it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FuzzRun.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds limitPerInput{120};
constexpr size_t keptBytes = size_t(1) << 24;
/// A child that ends by itself because an input took too much of something.
constexpr int tookTooMuch = 3;

/// What the child tells.
struct Shared {
  volatile uint64_t seed;
  volatile uint64_t outcomes[3];
  volatile double seconds;       ///< the most that an input took
  volatile uint64_t ofSeconds;   ///< its seed
  volatile uint64_t megabytes;   ///< the most that the process had during one
  volatile uint64_t ofMegabytes; ///< its seed
  volatile uint64_t bytes;
  char data[keptBytes];
};

/// In memory at this moment.
uint64_t megabytesOf(pid_t process) {
  uint64_t all = 0;
  uint64_t resident = 0;
  std::ifstream("/proc/" + std::to_string(process) + "/statm") >> all >> resident;
  return resident * uint64_t(sysconf(_SC_PAGESIZE)) >> 20;
}

/// The most that this process has had in memory since it last forgot it.
uint64_t peakMegabytes() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line))
    if (line.starts_with("VmHWM:"))
      return std::strtoull(line.c_str() + std::strlen("VmHWM:"), nullptr, 10) >> 10;
  return 0;
}
void forgetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

class Watcher {
public:
  Watcher(const char *name, const RunOptions &options, const Input &input)
      : name_(name), options_(options), input_(input),
        shared_(static_cast<Shared *>(
            mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
    shared_->seed = options.seed;
  }
  ~Watcher() { munmap(shared_, sizeof(Shared)); }
  Watcher(const Watcher &) = delete;
  Watcher &operator=(const Watcher &) = delete;

  int run() {
    while (goesOn())
      runChild();
    std::printf(
        "%s: %llu inputs from seed %llu: %llu taken, %llu refused, %llu crashes inside the compiler, %llu faults; "
        "at most %llu MiB in memory (seed %llu), %.2f s (seed %llu)\n",
        name_, number(shared_->seed - options_.seed), number(options_.seed), number(shared_->outcomes[0]),
        number(shared_->outcomes[1]), number(shared_->outcomes[2]), number(faults_), number(shared_->megabytes),
        number(shared_->ofMegabytes), shared_->seconds, number(shared_->ofSeconds));
    return faults_ == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
  }

private:
  static unsigned long long number(uint64_t value) { return value; }

  bool goesOn() const {
    if (options_.count != 0 && shared_->seed >= options_.seed + options_.count)
      return false;
    return options_.minutes == 0 || Clock::now() - start_ < std::chrono::minutes(options_.minutes);
  }

  [[noreturn]] void work() {
    // A child's memory grows with what the compiler loses in crashes that it survives.
    for (uint64_t done = 0; done < options_.inputsPerChild && goesOn(); ++done) {
      Random random(shared_->seed);
      shared_->bytes = 0;
      forgetPeak();
      const double begun = processorSeconds();
      const Outcome outcome = input_(random, [this](std::string_view bytes) {
        const size_t size = std::min(bytes.size(), keptBytes);
        std::memcpy(shared_->data, bytes.data(), size);
        shared_->bytes = size;
      });
      shared_->outcomes[size_t(outcome)] = shared_->outcomes[size_t(outcome)] + 1;
      weigh(processorSeconds() - begun);
      shared_->seed = shared_->seed + 1;
    }
    std::fflush(nullptr);
    _exit(EXIT_SUCCESS);
  }

  /// In the child, after an input.
  void weigh(double seconds) {
    if (seconds > shared_->seconds) {
      shared_->seconds = seconds;
      shared_->ofSeconds = shared_->seed;
    }
    const uint64_t megabytes = peakMegabytes();
    if (megabytes > shared_->megabytes) {
      shared_->megabytes = megabytes;
      shared_->ofMegabytes = shared_->seed;
    }
    const bool isSlow = options_.mostSeconds != 0 && seconds > options_.mostSeconds;
    const bool isLarge = options_.mostMegabytes != 0 && megabytes > options_.mostMegabytes;
    if (!isSlow && !isLarge)
      return;
    std::printf("%s: seed %llu: %.2f s and %llu MiB\n", name_, number(shared_->seed), seconds, number(megabytes));
    std::fflush(nullptr);
    _exit(tookTooMuch);
  }

  void runChild() {
    std::fflush(nullptr);
    shared_->bytes = 0;
    const pid_t child = fork();
    if (child == 0)
      work();
    uint64_t seed = shared_->seed;
    Clock::time_point begun = Clock::now();
    for (;;) {
      int status = 0;
      if (waitpid(child, &status, WNOHANG) == child) {
        if (WIFSIGNALED(status))
          fault("ended by signal " + std::to_string(WTERMSIG(status)));
        else if (WEXITSTATUS(status) == tookTooMuch)
          fault("takes too much time or memory");
        else if (WEXITSTATUS(status) != EXIT_SUCCESS)
          fault("ended with exit code " + std::to_string(WEXITSTATUS(status)));
        return;
      }
      if (seed != shared_->seed) {
        seed = shared_->seed;
        begun = Clock::now();
      } else if (Clock::now() - begun > limitPerInput) {
        kill(child, SIGABRT);
        waitpid(child, &status, 0);
        return fault("takes more than two minutes");
      }
      if (options_.mostMegabytes != 0 && megabytesOf(child) > options_.mostMegabytes) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        return fault("takes more than " + std::to_string(options_.mostMegabytes) + " MiB of memory");
      }
      usleep(20'000);
    }
  }

  void fault(const std::string &what) {
    ++faults_;
    std::printf("%s: seed %llu: %s\n", name_, number(shared_->seed), what.c_str());
    if (!options_.keep.empty() && shared_->bytes != 0)
      std::ofstream(options_.keep + "/" + name_ + "-" + std::to_string(shared_->seed))
          .write(shared_->data, std::streamsize(shared_->bytes));
    shared_->seed = shared_->seed + 1;
  }

  const char *name_;
  const RunOptions &options_;
  const Input &input_;
  Shared *shared_;
  const Clock::time_point start_ = Clock::now();
  uint64_t faults_ = 0;
};

} // namespace

RunOptions readOptions(int argc, char **argv) {
  RunOptions options;
  bool counted = false;
  for (int index = 1; index < argc; index += 2) {
    const std::string_view name = argv[index];
    const char *value = index + 1 < argc ? argv[index + 1] : "";
    if (name == "--seed")
      options.seed = std::strtoull(value, nullptr, 10);
    else if (name == "--count")
      options.count = std::strtoull(value, nullptr, 10), counted = true;
    else if (name == "--minutes")
      options.minutes = std::strtoull(value, nullptr, 10);
    else if (name == "--keep")
      options.keep = value;
    else if (name == "--corpus")
      options.corpus = value;
    else {
      std::fprintf(stderr, "%s --corpus <folder> [--seed N] [--count N | --minutes N] [--keep <folder>]\n", argv[0]);
      std::exit(2);
    }
  }
  if (options.minutes != 0 && !counted)
    options.count = 0;
  return options;
}

int runAll(const char *name, const RunOptions &options, const Input &input) {
  return Watcher(name, options, input).run();
}

std::vector<std::string> readCorpus(const std::string &folder, const std::string &ending) {
  std::vector<std::filesystem::path> paths;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().string().ends_with(ending))
      paths.push_back(entry.path());
  std::ranges::sort(paths);
  std::vector<std::string> contents;
  for (const auto &path : paths) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    contents.push_back(text.str());
  }
  return contents;
}

} // namespace weft::fuzz
