// Applications with signal handlers of their own, while programs are built.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "Cases.h"

namespace weft::load {
namespace {

constexpr size_t pageBytes = 4096;
char *page = nullptr; ///< what the application faults on
std::atomic<unsigned> own{0}, spurious{0};

/// As a virtual machine has it: a fault on its own page is work to do, any other is the end.
void onFault(int, siginfo_t *info, void *) {
  if (info->si_addr == page && info->si_code == SEGV_ACCERR) {
    ++own;
    mprotect(page, pageBytes, PROT_READ | PROT_WRITE);
  } else {
    ++spurious;
  }
}

void installHandler() {
  page = static_cast<char *>(mmap(nullptr, pageBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  struct sigaction action = {};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
}

/// Most of the builds fail, so that they are short: what is to be met is their beginning and end. Between them there
/// are times in which nobody builds.
void buildMany(const World &world, unsigned first, unsigned count) {
  for (unsigned number = first; number < first + count; ++number) {
    buildAnother(world, number, number % 8 != 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(number % 4));
  }
}

} // namespace

int faultsOfOtherThreads() {
  setenv("WEFT_CACHE", "0", 1);
  installHandler();
  World &world = leftBehind();
  constexpr unsigned threadCount = 4, buildsOfEach = 150;
  std::atomic<unsigned> building{threadCount};
  std::vector<std::thread> threads;
  for (unsigned index = 0; index < threadCount; ++index)
    threads.emplace_back([&, index] {
      buildMany(world, index * buildsOfEach, buildsOfEach);
      --building;
    });
  unsigned faults = 0;
  for (; building != 0; ++faults) {
    mprotect(page, pageBytes, PROT_NONE);
    *static_cast<volatile char *>(page) = 1;
  }
  for (std::thread &thread : threads)
    thread.join();
  std::printf("%u faults, %u handled, %u spurious\n", faults, own.load(), spurious.load());
  return faults > 1000 && own == faults && spurious == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

namespace {

struct sigaction behind = {};
std::atomic<unsigned> seen{0};

/// Tells the handler that it found in place, as libraries that report crashes do.
void chaining(int signal, siginfo_t *info, void *context) {
  if (++seen > 100)
    std::_Exit(EXIT_FAILURE); // two handlers call each other
  if (behind.sa_flags & SA_SIGINFO)
    behind.sa_sigaction(signal, info, context);
}

} // namespace

int chainedHandlers() {
  setenv("WEFT_CACHE", "0", 1);
  installHandler();
  World &world = leftBehind();
  unsigned faults = 0;
  for (unsigned round = 0; round < 5; ++round) {
    // Set while a build is under way, as likely as not; so what it finds is the platform's handler.
    std::atomic<bool> building{true};
    std::thread builder([&] {
      buildMany(world, round * 10, 10);
      building = false;
    });
    struct sigaction action = {};
    action.sa_sigaction = chaining;
    action.sa_flags = SA_SIGINFO;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (round == 0)
      sigaction(SIGSEGV, &action, &behind);
    for (; building; ++faults) {
      seen = 0;
      mprotect(page, pageBytes, PROT_NONE);
      *static_cast<volatile char *>(page) = 1;
    }
    builder.join();
  }
  std::printf("%u faults, %u handled, %u spurious\n", faults, own.load(), spurious.load());
  return own == faults && spurious == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace weft::load
