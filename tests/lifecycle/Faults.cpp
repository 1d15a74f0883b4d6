// weft-faults CASE: kernels that fault in applications with signal handlers of all kinds, each in a process of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "Objects.h"
#include "core/objects/ExternalMemoryNames.h"

namespace {

using namespace weft::load;

/// The work-item that is asked to writes to an address where nothing is: in the third line.
constexpr const char *source = R"(kernel void poke(global uint *values, ulong address, uint item) {
  values[get_global_id(0)] += 1;
  if (get_global_id(0) == item) *(global uint *)address = 1;
}
kernel void say(ulong address) { printf("%s\n", (constant char *)address); }
)";

constexpr cl_ulong nowhere = 0x40;
constexpr int handled = 42; ///< the exit status of the application's own handlers
/// One that a waiting thread runs by itself, and one that workers run.
constexpr size_t few = 32, many = size_t(1) << 16;
constexpr cl_uint none = ~0u;

struct World {
  explicit World(void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *) = nullptr) {
    context = make("clCreateContext",
                   [&](cl_int *error) { return clCreateContext(nullptr, 1, &device, notify, nullptr, error); });
    queue = makeQueue(context.get(), device, 0);
    buffer = makeBuffer(context.get(), many * sizeof(cl_uint));
    program = buildProgram(context.get(), source, "-g");
    poke = makeKernel(program.get(), "poke");
  }

  /// Launches `poke` over so many work-items, the `item`-th of which faults.
  Ref<cl_event> enqueue(size_t items, cl_uint item, const Ref<cl_event> &waitFor = {}) const {
    setArgument(poke.get(), 0, buffer.get());
    check(clSetKernelArg(poke.get(), 1, sizeof nowhere, &nowhere), "clSetKernelArg");
    check(clSetKernelArg(poke.get(), 2, sizeof item, &item), "clSetKernelArg");
    Ref<cl_event> event;
    const cl_event wait = waitFor.get();
    const size_t local = 16; // of which no packet is half empty
    check(clEnqueueNDRangeKernel(queue.get(), poke.get(), 1, nullptr, &items, &local, wait ? 1 : 0,
                                 wait ? &wait : nullptr, event.out()),
          "clEnqueueNDRangeKernel");
    return event;
  }
  void run(size_t items, cl_uint item) const {
    const Ref<cl_event> event = enqueue(items, item);
    clFinish(queue.get());
  }
  static cl_int statusOf(const Ref<cl_event> &event) {
    cl_int status = CL_QUEUED;
    check(clGetEventInfo(event.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
          "clGetEventInfo");
    return status;
  }

  cl_device_id device = firstDevice();
  Ref<cl_context> context;
  Ref<cl_command_queue> queue;
  Ref<cl_mem> buffer;
  Ref<cl_program> program;
  Ref<cl_kernel> poke;
};

struct Outcome {
  int status = 0;
  std::string errors;

  bool endedBy(int signal) const { return WIFSIGNALED(status) && WTERMSIG(status) == signal; }
  bool exitedWith(int code) const { return WIFEXITED(status) && WEXITSTATUS(status) == code; }
  /// Whether the one line of a report is there.
  bool reports() const {
    return errors.starts_with("weft fault: kernel 'poke' (program.cl:3) wrote to address 0x40") &&
           std::ranges::count(errors, '\n') == 1;
  }
};

/// What becomes of a child that runs `body`, and ends well if that returns.
Outcome inChild(const std::function<void()> &body) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0)
    fail("pipe");
  const pid_t child = fork();
  if (child == 0) {
    const rlimit noCore{0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    body();
    std::_Exit(EXIT_SUCCESS);
  }
  close(ends[1]);
  Outcome outcome;
  std::array<char, 4096> part{};
  for (ssize_t count = 0; (count = read(ends[0], part.data(), part.size())) > 0;)
    outcome.errors.append(part.data(), static_cast<size_t>(count));
  close(ends[0]);
  waitpid(child, &outcome.status, 0);
  return outcome;
}

void expect(bool holds, const char *what, const Outcome &outcome) {
  if (!holds)
    fail(std::string(what) + ": status " + std::to_string(outcome.status) + ", standard error:\n" + outcome.errors);
}

void onFault(int, siginfo_t *, void *) { std::_Exit(handled); }

void handle(int signal, void (*handler)(int, siginfo_t *, void *), int flags = 0, struct sigaction *before = nullptr) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | flags;
  sigaction(signal, &action, before);
}

// Each case is run by a thread that waits and by workers.

void unhandled() {
  for (const size_t items : {few, many}) {
    const Outcome outcome = inChild([=] { World().run(items, 21); });
    expect(outcome.endedBy(SIGSEGV) && outcome.reports(), "no report", outcome);
    // The platform may join the many groups to larger ones.
    expect(outcome.errors.contains(items == few ? "work-group (1)" : "work-group (0)"), "the wrong group", outcome);
  }
}

void onFibers() {
  setenv("WEFT_EXECUTOR", "fibers", 1);
  for (const size_t items : {few, many}) {
    const Outcome outcome = inChild([=] { World().run(items, 21); });
    expect(outcome.endedBy(SIGSEGV) && outcome.reports(), "no report", outcome);
    expect(outcome.errors.contains("local id (5)"), "the wrong work-item", outcome);
  }
}

void turnedOff() {
  setenv("WEFT_FAULTS", "off", 1);
  const Outcome outcome = inChild([] { World().run(few, 21); });
  expect(outcome.endedBy(SIGSEGV) && outcome.errors.empty(), "a report", outcome);
}

/// The application's handler was there before: nothing changes for it.
void handlerBefore() {
  for (const size_t items : {few, many})
    for (const int flags : {0, SA_ONSTACK}) {
      const Outcome outcome = inChild([=] {
        handle(SIGSEGV, onFault, flags);
        World().run(items, 21);
      });
      expect(outcome.exitedWith(handled) && outcome.errors.empty(), "not the application's handler alone", outcome);
    }
}

void handlerAfter() {
  for (const size_t items : {few, many})
    for (const int flags : {0, SA_ONSTACK}) {
      const Outcome outcome = inChild([=] {
        const World world;
        world.run(few, none);
        handle(SIGSEGV, onFault, flags);
        world.run(few, none);
        world.run(items, 21);
      });
      expect(outcome.exitedWith(handled) && outcome.errors.empty(), "not the application's handler alone", outcome);
    }
}

struct sigaction found = {};
std::atomic<unsigned> calls{0};

/// As libraries that report crashes do: they tell the handler that they found.
void tellFound(int signal, siginfo_t *info, void *context) {
  if (++calls > 1)
    std::_Exit(EXIT_FAILURE); // two handlers call each other
  if (found.sa_flags & SA_SIGINFO)
    found.sa_sigaction(signal, info, context);
  else if (found.sa_handler == SIG_DFL)
    std::_Exit(EXIT_FAILURE);
}

void handlerOnTop() {
  for (const size_t items : {few, many}) {
    const Outcome outcome = inChild([=] {
      const World world;
      world.run(few, none);
      handle(SIGSEGV, tellFound, 0, &found);
      world.run(items, 21);
    });
    expect(outcome.endedBy(SIGSEGV) && outcome.reports(), "the handler behind is not told", outcome);
  }
}

/// It puts back what it found, and lets the fault come again.
void handlerThatGoes() {
  const Outcome outcome = inChild([] {
    const World world;
    world.run(few, none);
    handle(SIGSEGV, [](int signal, siginfo_t *, void *) { sigaction(signal, &found, nullptr); }, 0, &found);
    world.run(few, 21);
  });
  expect(outcome.endedBy(SIGSEGV) && outcome.reports(), "no report", outcome);
}

/// A handler that is taken away again: then nobody handles the signal, and the next code that is loaded finds that.
void handlerTakenAway() {
  const Outcome outcome = inChild([] {
    handle(SIGSEGV, onFault);
    const World first;
    first.run(few, none);
    std::signal(SIGSEGV, SIG_DFL);
    const World second;
    second.run(few, 21);
  });
  expect(outcome.endedBy(SIGSEGV) && outcome.reports(), "no report", outcome);
}

void ignored() {
  const Outcome outcome = inChild([] {
    std::signal(SIGSEGV, SIG_IGN);
    const World world;
    world.run(few, none);
    std::raise(SIGSEGV); // is ignored
    world.run(few, 21);  // can't be
  });
  expect(outcome.endedBy(SIGSEGV) && outcome.errors.empty(), "something else than without the platform", outcome);
}

/// The application's own faults, on its thread and on one of the platform's.
void ownFaults() {
  const auto expectUntouched = [](const std::function<void(const World &)> &fault, int signal) {
    const Outcome outcome = inChild([&] {
      const World world;
      world.run(many, none);
      fault(world);
    });
    expect(outcome.endedBy(signal) && outcome.errors.empty(), "something else than without the platform", outcome);
  };
  expectUntouched([](const World &) { *reinterpret_cast<volatile int *>(nowhere) = 1; }, SIGSEGV);
  expectUntouched([](const World &) { std::raise(SIGSEGV); }, SIGSEGV);
  expectUntouched(
      [](const World &) {
        kill(getpid(), SIGBUS);
        pause();
      },
      SIGBUS);
  expectUntouched([](const World &) { std::raise(SIGFPE); }, SIGFPE);
  expectUntouched([](const World &) { __builtin_trap(); }, SIGILL);
  expectUntouched(
      [](const World &world) {
        const auto native = [](void *) { *reinterpret_cast<volatile int *>(nowhere) = 1; };
        check(clEnqueueNativeKernel(world.queue.get(), native, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
              "clEnqueueNativeKernel");
        clFinish(world.queue.get());
      },
      SIGSEGV);
}

/// While the compiler has handlers of its own in place, on other threads.
void duringBuilds() {
  const Outcome outcome = inChild([] {
    setenv("WEFT_CACHE", "0", 1);
    const World world;
    world.run(few, none);
    std::atomic<bool> building{false};
    std::thread([&] {
      for (unsigned number = 0;; ++number) {
        const std::string text = "kernel void k(global float *out) { out[0] = sin(out[1]) * " + std::to_string(number) +
                                 "; this is an error }";
        const char *lines = text.c_str();
        const Ref<cl_program> program(clCreateProgramWithSource(world.context.get(), 1, &lines, nullptr, nullptr));
        building = true;
        clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr);
      }
    }).detach();
    while (!building) {
    }
    world.run(few, 21);
  });
  expect(outcome.endedBy(SIGSEGV) && outcome.reports(), "no report", outcome);
}

void afterFork() {
  const Outcome outcome = inChild([] {
    const World world;
    world.run(many, none);
    const Outcome grandchild = inChild([&] { world.run(many, 21); });
    expect(grandchild.endedBy(SIGSEGV) && grandchild.reports(), "no report after a fork", grandchild);
    world.run(many, none);
  });
  expect(outcome.exitedWith(EXIT_SUCCESS), "the parent does not go on", outcome);
}

/// In a function of the runtime: reported, but not left in the middle.
void inPrintf() {
  for (const char *handling : {"report", "event"}) {
    setenv("WEFT_FAULTS", handling, 1);
    const Outcome outcome = inChild([] {
      const World world;
      const Ref<cl_kernel> say = makeKernel(world.program.get(), "say");
      check(clSetKernelArg(say.get(), 0, sizeof nowhere, &nowhere), "clSetKernelArg");
      launch(world.queue.get(), say.get(), 1);
      clFinish(world.queue.get());
    });
    expect(outcome.endedBy(SIGSEGV), "no end", outcome);
    expect(outcome.errors.starts_with("weft fault: kernel 'say'"), "no report", outcome);
  }
}

std::atomic<unsigned> told{0};

void CL_CALLBACK notify(const char *message, const void *, size_t, void *) {
  if (std::string(message).contains("kernel 'poke' (program.cl:3) wrote to address 0x40"))
    ++told;
}

void asEvents() {
  setenv("WEFT_FAULTS", "event", 1);
  for (const char *executor : {"auto", "fibers"})
    for (const size_t items : {few, many}) {
      setenv("WEFT_EXECUTOR", executor, 1);
      const Outcome outcome = inChild([=] {
        const World world(notify), other;
        constexpr unsigned rounds = 50;
        for (unsigned round = 0; round < rounds; ++round) {
          const Ref<cl_event> good = other.enqueue(many, none);
          const Ref<cl_event> bad = world.enqueue(items, 21);
          const Ref<cl_event> behind = world.enqueue(few, none, bad);
          const Ref<cl_event> next = world.enqueue(few, none);
          check(clFinish(world.queue.get()), "clFinish");
          check(clFinish(other.queue.get()), "clFinish");
          if (World::statusOf(bad) != CL_OUT_OF_RESOURCES)
            fail("the event's status is " + std::to_string(World::statusOf(bad)));
          if (World::statusOf(behind) != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
            fail("what waits for the event runs");
          if (World::statusOf(next) != CL_COMPLETE || World::statusOf(good) != CL_COMPLETE)
            fail("other commands fail");
        }
        for (unsigned patience = 0; told != rounds && patience < 10'000; ++patience)
          usleep(1000);
        if (told != rounds)
          fail("the context's callback was told " + std::to_string(told) + " times");
      });
      expect(outcome.exitedWith(EXIT_SUCCESS) && std::ranges::count(outcome.errors, '\n') == 50, "not 50 faults",
             outcome);
    }
}

/// Another process may shorten the file that memory is made of.
void transfersAsEvents() {
  setenv("WEFT_FAULTS", "event", 1);
  for (const size_t bytes : {size_t(4096), size_t(8) << 20}) {
    const Outcome outcome = inChild([=] {
      const World world(notify);
      const int file = memfd_create("weft-test", MFD_CLOEXEC);
      check(ftruncate(file, off_t(bytes)), "ftruncate");
      const cl_mem_properties list[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, cl_mem_properties(dup(file)), 0};
      const auto memory = make("clCreateBufferWithProperties", [&](cl_int *error) {
        return clCreateBufferWithProperties(world.context.get(), list, 0, bytes, nullptr, error);
      });
      const auto other = makeBuffer(world.context.get(), bytes);
      std::vector<char> host(bytes);
      const char zero = 0;
      const cl_command_queue queue = world.queue.get();
      const auto expectAll = [&](cl_int expected) {
        const size_t origin[] = {0, 0, 0}, region[] = {64, bytes / 64, 1};
        cl_int codes[] = {
            clEnqueueReadBuffer(queue, memory.get(), CL_TRUE, 0, bytes, host.data(), 0, nullptr, nullptr),
            clEnqueueWriteBuffer(queue, memory.get(), CL_TRUE, 0, bytes, host.data(), 0, nullptr, nullptr),
            clEnqueueReadBufferRect(queue, memory.get(), CL_TRUE, origin, origin, region, 64, 0, 64, 0, host.data(), 0,
                                    nullptr, nullptr),
            1, 1};
        Ref<cl_event> filled, copied;
        check(clEnqueueFillBuffer(queue, memory.get(), &zero, 1, 0, bytes, 0, nullptr, filled.out()), "fill");
        check(clEnqueueCopyBuffer(queue, memory.get(), other.get(), 0, 0, bytes, 0, nullptr, copied.out()), "copy");
        check(clFinish(queue), "clFinish");
        codes[3] = World::statusOf(filled);
        codes[4] = World::statusOf(copied);
        for (const cl_int code : codes)
          if (code != expected)
            fail("a transfer ends with " + std::to_string(code));
      };
      expectAll(CL_SUCCESS);
      check(ftruncate(file, 0), "ftruncate");
      expectAll(CL_OUT_OF_RESOURCES);
      world.run(few, none); // others go on
      check(ftruncate(file, off_t(bytes)), "ftruncate");
      expectAll(CL_SUCCESS);
    });
    expect(outcome.exitedWith(EXIT_SUCCESS), "a transfer has ended the process", outcome);
    expect(outcome.errors.contains("weft fault: a command that copies or fills memory reached address 0x"),
           "no line says so", outcome);
  }
}

void eventsWithHandler() {
  setenv("WEFT_FAULTS", "event", 1);
  const Outcome outcome = inChild([] {
    handle(SIGSEGV, onFault);
    World().run(few, 21);
  });
  expect(outcome.exitedWith(handled), "the application's handler is not asked", outcome);
  expect(outcome.errors.starts_with("weft warning: WEFT_FAULTS is 'event', but the application handles SIGSEGV itself"),
         "no warning", outcome);
}

} // namespace

int main(int count, char **arguments) {
  const std::map<std::string, void (*)()> cases = {
      {"unhandled", unhandled},
      {"on-fibers", onFibers},
      {"turned-off", turnedOff},
      {"handler-before", handlerBefore},
      {"handler-after", handlerAfter},
      {"handler-on-top", handlerOnTop},
      {"handler-that-goes", handlerThatGoes},
      {"handler-taken-away", handlerTakenAway},
      {"ignored", ignored},
      {"own-faults", ownFaults},
      {"during-builds", duringBuilds},
      {"after-fork", afterFork},
      {"in-printf", inPrintf},
      {"as-events", asEvents},
      {"transfers-as-events", transfersAsEvents},
      {"events-with-handler", eventsWithHandler},
  };
  const auto chosen = cases.find(count == 2 ? arguments[1] : "");
  if (chosen == cases.end())
    fail("usage: weft-faults CASE");
  chosen->second();
  return EXIT_SUCCESS;
}
