// Processes that exit while their threads build.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "Cases.h"

namespace weft::load {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

/// Ends by exit() on its main thread, or on another, some time after its threads have begun to build; without `builds`
/// they only keep the CPUs busy.
[[noreturn]] void workAndExit(unsigned round, bool builds, int toParent) {
  std::mt19937 random(round);
  setenv("WEFT_CACHE", "0", 1);
  const auto tellAndExit = [toParent] {
    const Clock::time_point now = Clock::now();
    std::exit(write(toParent, &now, sizeof now) == sizeof now ? EXIT_SUCCESS : EXIT_FAILURE);
  };
  const bool fromTheStart = random() % 4 == 0;
  World *world = fromTheStart ? nullptr : &leftBehind();
  for (unsigned index = 0; index < 4; ++index)
    std::thread([world, index, builds] {
      volatile unsigned steps = 0;
      while (!builds)
        steps = steps + 1;
      World &mine = world ? *world : leftBehind();
      for (unsigned number = index; world || number < 4; number += 4)
        buildAnother(mine, number, number % 8 == 7);
    }).detach();
  std::this_thread::sleep_for(std::chrono::microseconds(random() % 120'000));
  if (random() % 4 != 0)
    tellAndExit();
  std::thread(tellAndExit).detach();
  for (;;)
    pause();
}

/// Milliseconds from exit() to the end of the process; ends the program where that was no success.
double timeOf(unsigned round, bool builds) {
  std::array<int, 2> ends;
  if (pipe(ends.data()) != 0)
    fail("no pipe");
  const pid_t child = fork();
  if (child == 0)
    workAndExit(round, builds, ends[1]);
  close(ends[1]);
  int status = 0;
  Clock::time_point began;
  const bool told = read(ends[0], &began, sizeof began) == sizeof began;
  close(ends[0]);
  if (waitpid(child, &status, 0) != child || !told || !WIFEXITED(status) || WEXITSTATUS(status) != EXIT_SUCCESS)
    fail("round " + std::to_string(round) + " ended with status " + std::to_string(status));
  return Milliseconds(Clock::now() - began).count();
}

} // namespace

/// The parent's own wish for a CPU is a part of each time, so those without builds stand beside.
int exitInAnyPhase(unsigned rounds) {
  std::vector<double> times, without;
  for (unsigned round = 0; round < rounds; ++round) {
    times.push_back(timeOf(round, true));
    without.push_back(timeOf(round, false));
  }
  std::ranges::sort(times);
  std::ranges::sort(without);
  std::printf("%u exits: median %.1f ms, longest %.1f ms; without builds %.1f and %.1f\n", rounds,
              times[times.size() / 2], times.back(), without[without.size() / 2], without.back());
  // Nothing is waited for; this is room for a machine that does something else.
  return times.back() < 5000 ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace weft::load
