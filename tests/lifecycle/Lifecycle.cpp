// weft-lifecycle <case> [count]: a process that ends, or forks, in a way that programs do.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "Cases.h"

namespace {

using namespace weft::load;

int exitWhileBusy() {
  World &world = leftBehind();
  for (int i = 0; i < 50; ++i)
    launch(world.queue.get(), world.slow.get(), size_t(1) << 24);
  check(clFlush(world.queue.get()), "clFlush");
  return EXIT_SUCCESS; // hours of work are queued
}

/// Programs that threads without an end have built. Once it has grown, such a thread is in the midst of the next.
std::atomic<unsigned> built{0};

void buildForever(const World &world, unsigned first, unsigned step) {
  for (unsigned number = first;; number += step)
    if (buildAnother(world, number) == CL_SUCCESS) // not so while the process ends
      ++built;
}

void awaitBuilds(unsigned count) {
  while (built < count)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

int exitWhileCompiling() {
  setenv("WEFT_CACHE", "0", 1); // there is something to compile
  World &world = leftBehind();
  for (unsigned i = 0; i < 8; ++i)
    std::thread([&world, i] { buildForever(world, i, 8); }).detach();
  awaitBuilds(8);
  return EXIT_SUCCESS;
}

int exitFromCallback() {
  World &world = leftBehind();
  Ref<cl_event> event;
  launch(world.queue.get(), world.twice.get(), 16, {}, &event);
  const auto ends = [](cl_event, cl_int, void *) { std::exit(EXIT_SUCCESS); };
  check(clSetEventCallback(event.get(), CL_COMPLETE, ends, nullptr), "clSetEventCallback");
  check(clFinish(world.queue.get()), "clFinish");
  pause();
  return EXIT_FAILURE;
}

/// Another thread ends the process while this one is inside of clBuildProgram.
int exitDuringBuild() {
  setenv("WEFT_CACHE", "0", 1); // there is something to compile
  World &world = leftBehind();
  std::thread([] {
    awaitBuilds(2);
    std::exit(EXIT_SUCCESS);
  }).detach();
  buildForever(world, 0, 1);
  return EXIT_FAILURE; // never
}

/// The process ends from within the callback that tells of a build's end.
int exitFromBuildCallback() {
  World &world = leftBehind();
  const char *source = "kernel void k(global float *out) { out[0] = sin(out[1]); }";
  const Ref<cl_program> program(clCreateProgramWithSource(world.context.get(), 1, &source, nullptr, nullptr));
  const auto ends = [](cl_program, void *) { std::exit(EXIT_SUCCESS); };
  check(clBuildProgram(program.get(), 0, nullptr, "", ends, nullptr), "clBuildProgram");
  pause();
  return EXIT_FAILURE;
}

/// The first thing that a process does, in many threads at once, where nothing around it is as one would expect. What
/// is listed then works.
int listPlatforms() {
  for (const char *name : {"HOME", "PATH", "USER", "LANG", "TMPDIR", "XDG_CACHE_HOME"})
    unsetenv(name);
  setenv("WEFT_CACHE_DIR", "/proc/nowhere", 1);
  check(chdir("/proc"), "chdir");
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i)
    threads.emplace_back([] {
      cl_uint count = 0;
      check(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
      std::vector<cl_platform_id> platforms(count);
      check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
      for (cl_platform_id platform : platforms) {
        char text[4096];
        check(clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, sizeof text, text, nullptr), "clGetPlatformInfo");
        cl_device_id device = nullptr;
        check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
        check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof text, text, nullptr), "clGetDeviceInfo");
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  return leftBehind().works() ? EXIT_SUCCESS : EXIT_FAILURE;
}

World *worldOfExit = nullptr;

/// Releases from an exit handler that runs after all others, and from a static object's destructor.
struct StaticOwner {
  Ref<cl_context> context;
  Ref<cl_event> event;
};
StaticOwner staticOwner;

int releaseAtExit() {
  std::atexit([] {
    if (!worldOfExit->works())
      fail("a launch from an exit handler gave something else");
    delete worldOfExit;
  });
  worldOfExit = new World;
  staticOwner.context = worldOfExit->context;
  launch(worldOfExit->queue.get(), worldOfExit->twice.get(), 16, {}, &staticOwner.event);
  return EXIT_SUCCESS;
}

int quickExit() {
  exitWhileBusy();
  std::quick_exit(EXIT_SUCCESS);
}

/// The child goes on with the parent's objects and makes new ones; so does the parent meanwhile.
int forkAndUse() {
  World &world = leftBehind();
  if (!world.works())
    return EXIT_FAILURE;
  for (int generation = 0; generation < 3; ++generation) {
    const pid_t child = fork();
    const bool works = world.works() && leftBehind().works();
    if (child == 0 && generation < 2)
      continue; // the child's child is next
    if (child == 0)
      std::_Exit(works ? EXIT_SUCCESS : EXIT_FAILURE);
    const bool all = works && childSucceeds(child);
    if (generation > 0)
      std::_Exit(all ? EXIT_SUCCESS : EXIT_FAILURE);
    if (!all)
      return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

int forkBeforeUse() {
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = fork();
    if (child == 0)
      return leftBehind().works() ? EXIT_SUCCESS : EXIT_FAILURE;
    children.push_back(child);
  }
  const bool works = leftBehind().works();
  return std::ranges::all_of(children, childSucceeds) && works ? EXIT_SUCCESS : EXIT_FAILURE;
}

/// Handlers and masks are the program's own, as soon as no thread compiles (kernels that are likely to be wanted are
/// made in the background). Kernels' faults have the handlers of signals that nobody handled, where they are wanted.
int signals() {
  const auto read = [] {
    std::map<int, void (*)(int)> handlers;
    for (int number = 1; number < NSIG; ++number)
      if (struct sigaction action; sigaction(number, nullptr, &action) == 0)
        handlers[number] = action.sa_handler;
    return handlers;
  };
  setenv("WEFT_CACHE", "0", 1); // there is something to compile
  setenv("WEFT_FAULTS", "off", 1);
  std::signal(SIGUSR1, [](int) {});
  std::signal(SIGSEGV, [](int) { std::_Exit(EXIT_FAILURE); });
  const auto handlers = read();
  sigset_t before, after;
  sigprocmask(SIG_SETMASK, nullptr, &before);
  if (!leftBehind().works())
    return EXIT_FAILURE;
  sigprocmask(SIG_SETMASK, nullptr, &after);
  for (int number = 1; number < NSIG; ++number)
    if (sigismember(&before, number) != sigismember(&after, number))
      return EXIT_FAILURE;
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (read() != handlers) {
    if (std::chrono::steady_clock::now() > deadline)
      return EXIT_FAILURE;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return EXIT_SUCCESS;
}

} // namespace

int main(int count, char **arguments) {
  const std::map<std::string, int (*)()> cases = {
      {"exit-while-busy", exitWhileBusy},
      {"exit-while-compiling", exitWhileCompiling},
      {"exit-during-build", exitDuringBuild},
      {"exit-with-extensions", exitWithExtensionsInFlight},
      {"quick-exit-with-extensions", quickExitWithExtensionsInFlight},
      {"exit-from-callback", exitFromCallback},
      {"exit-from-build-callback", exitFromBuildCallback},
      {"list-platforms", listPlatforms},
      {"release-at-exit", releaseAtExit},
      {"quick-exit", quickExit},
      {"fork-and-use", forkAndUse},
      {"fork-before-use", forkBeforeUse},
      {"fork-with-extensions", forkWithExtensionsInFlight},
      {"signals", signals},
      {"faults-of-other-threads", faultsOfOtherThreads},
      {"chained-handlers", chainedHandlers},
      {"no-executable-stack", noExecutableStack},
      {"refuses-writable-code", refusesWritableCode},
  };
  if (count == 3 && arguments[1] == std::string("exit-in-any-phase"))
    return exitInAnyPhase(static_cast<unsigned>(std::atoi(arguments[2])));
  const auto chosen = cases.find(count == 2 ? arguments[1] : "");
  if (chosen == cases.end())
    fail("usage: weft-lifecycle CASE, or weft-lifecycle exit-in-any-phase ROUNDS");
  return chosen->second();
}
