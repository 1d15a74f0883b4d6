// Runs work on a thread with a large stack, and turns crashes and fatal errors into an outcome.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/GuardedRun.h"

#include <cstdio>
#include <cstdlib>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "pipeline/CrashSignals.h"
#include "pipeline/Guard.h"
#include "pipeline/RunBlocks.h"

namespace weft::compiler {
namespace {

/// The sizes of a stack, tried from the largest. They are address space: pages use memory only once they are touched.
/// Smaller sizes are for processes whose address space is limited.
constexpr std::array<size_t, 3> stackBytes = {size_t(256) << 20, size_t(64) << 20, size_t(16) << 20};
/// The inaccessible part at the end of a stack, which makes an overflow a fault.
constexpr size_t stackGuardBytes = size_t(64) << 10;
/// The size of the alternate stack for signal handlers, which can't run on a stack that has overflown.
constexpr size_t signalStackBytes = size_t(64) << 10;
/// The memory that a thread needs to start. While it starts, the loader creates the thread's variables. If there is no
/// memory for them, the loader ends the process, because it can't report the failure.
constexpr size_t threadStartBytes = size_t(64) << 10;

/// The memory for a thread's stack and its alternate signal stack, in this order: inaccessible guard, stack, signal
/// stack. The memory is freed with the object, also after a crash, because only the run itself has pointers into its
/// frames.
class ThreadStack {
public:
  ThreadStack() {
    for (const size_t bytes : stackBytes) {
      void *memory =
          mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
      if (memory == MAP_FAILED)
        continue;
      memory_ = static_cast<char *>(memory);
      bytes_ = bytes;
      mprotect(memory_, stackGuardBytes, PROT_NONE);
      return;
    }
  }
  ~ThreadStack() {
    if (memory_)
      munmap(memory_, bytes_);
  }
  ThreadStack(const ThreadStack &) = delete;
  ThreadStack &operator=(const ThreadStack &) = delete;

  /// Returns null if there was no memory.
  char *memory() const { return memory_; }
  size_t usableBytes() const { return bytes_ - signalStackBytes; }
  stack_t signalStack() const {
    stack_t stack = {};
    stack.ss_sp = memory_ + usableBytes();
    stack.ss_size = signalStackBytes;
    return stack;
  }

private:
  char *memory_ = nullptr;
  size_t bytes_ = 0;
};

struct Job {
  llvm::function_ref<void()> work;
  stack_t signalStack;
  RunBlocks blocks;
  GuardedOutcome outcome;
};

GuardedOutcome outcomeOf(const Guard &guard, bool finished) {
  GuardedOutcome outcome;
  outcome.abandoned = !finished;
  if (guard.memoryHasFailed())
    outcome.kind = GuardedOutcome::OutOfMemory;
  else if (!finished)
    outcome.kind = GuardedOutcome::Failed;
  if (outcome.kind != GuardedOutcome::Failed)
    return outcome;
  char *text = outcome.message.data();
  if (*guard.reason())
    std::snprintf(text, outcome.message.size(), "The compiler gave up: %s", guard.reason());
  else
    std::snprintf(text, outcome.message.size(),
                  "The compiler crashed with signal %d. This is an error in the compiler, not in the program.",
                  guard.signal());
  return outcome;
}

void runJob(Job &job) {
  Guard guard(job.blocks);
  volatile bool finished = false;
  if (sigsetjmp(guard.exit(), 1) == 0) {
    try {
      job.work();
      finished = true;
    } catch (const std::bad_alloc &) {
      guard.memoryFailed();
    }
  }
  job.outcome = outcomeOf(guard, finished);
}

void *threadMain(void *argument) {
  Job &job = *static_cast<Job *>(argument);
  stack_t before = {};
  sigaltstack(&job.signalStack, &before);
  runJob(job);
  sigaltstack(&before, nullptr);
  return nullptr;
}

/// Blocks all signals except crash signals on the calling thread, and so on the thread that it starts for the work. The
/// blocked signals are then handled by the application's other threads.
class NonCrashSignalsBlocked {
public:
  NonCrashSignalsBlocked() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (int signal : CrashSignals::signals)
      sigdelset(&blocked, signal);
    pthread_sigmask(SIG_SETMASK, &blocked, &before_);
  }
  ~NonCrashSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NonCrashSignalsBlocked(const NonCrashSignalsBlocked &) = delete;
  NonCrashSignalsBlocked &operator=(const NonCrashSignalsBlocked &) = delete;

private:
  sigset_t before_{};
};

bool canStartThread(const ThreadStack &stack) {
  void *probe = std::malloc(threadStartBytes);
  std::free(probe);
  return stack.memory() && probe;
}

/// Runs the job on a thread of its own. Returns false if the system provides no thread.
bool runOnThread(const ThreadStack &stack, Job &job) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return false;
  pthread_attr_setstack(&attributes, stack.memory(), stack.usableBytes());
  pthread_t thread;
  const bool started = pthread_create(&thread, &attributes, threadMain, &job) == 0;
  pthread_attr_destroy(&attributes);
  if (started)
    pthread_join(thread, nullptr);
  return started;
}

/// The job that contextMain runs. A variable passes it, because makecontext can pass only ints.
thread_local Job *currentJob = nullptr;
void contextMain() { threadMain(currentJob); }

/// Runs the job on the calling thread, but on the given stack.
bool runOnCallingThread(const ThreadStack &stack, Job &job) {
  ucontext_t caller, its;
  if (getcontext(&its) != 0)
    return false;
  its.uc_stack.ss_sp = stack.memory() + stackGuardBytes;
  its.uc_stack.ss_size = stack.usableBytes() - stackGuardBytes;
  its.uc_link = &caller;
  makecontext(&its, contextMain, 0);
  currentJob = &job;
  return swapcontext(&caller, &its) == 0;
}

} // namespace

GuardedOutcome runGuarded(llvm::function_ref<void()> work) {
  if (!Guard::prepare())
    return {GuardedOutcome::OutOfMemory};
  const CrashSignals signals;
  const ThreadStack stack;
  Job job{work, stack.memory() ? stack.signalStack() : stack_t{}, {}, {}};
  {
    const NonCrashSignalsBlocked blocked;
    // Limits of the user's processes, or filters of system calls, may forbid another thread. The calling thread then
    // runs the job.
    if (!canStartThread(stack) || !(runOnThread(stack, job) || runOnCallingThread(stack, job)))
      return {GuardedOutcome::OutOfMemory};
  }
  if (job.outcome.abandoned)
    job.blocks.giveBack();
  return job.outcome;
}

} // namespace weft::compiler
