// Threads with large stacks, crash recovery, fatal errors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/GuardedRun.h"

#include <cerrno>
#include <memory>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <system_error>
#include <vector>

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"

#include "pipeline/CrashSignals.h"
#include "pipeline/ExitGate.h"

namespace weft::compiler {
namespace {

/// Address space, not memory: pages count once they are touched.
constexpr size_t stackBytes = size_t(256) << 20;
/// Below its end a stack has this much that may not be touched, so that an overflow is a fault.
constexpr size_t stackGuardBytes = size_t(64) << 10;
/// For signal handlers, which can't run on a stack that has overflown.
constexpr size_t signalStackBytes = size_t(64) << 10;

/// Room between the guard's own frames and those of the work: what the guard does after a crash overwrites none of
/// them.
constexpr size_t gapBytes = size_t(64) << 10;

/// The memory that a thread has for its stack.
class ThreadStack {
public:
  ThreadStack() {
    void *memory = mmap(nullptr, stackBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED)
      return;
    memory_ = memory;
    mprotect(memory_, stackGuardBytes, PROT_NONE);
  }
  ~ThreadStack() {
    if (memory_)
      munmap(memory_, stackBytes);
  }
  ThreadStack(const ThreadStack &) = delete;
  ThreadStack &operator=(const ThreadStack &) = delete;

  /// Null where there is no memory left.
  void *memory() const { return memory_; }
  /// After a crash. LLVM's global lists point to objects in the frames that were left (the default TimerGroup to
  /// Timers, for one), and would be followed by the next compilation.
  void keepForever() { memory_ = nullptr; }

private:
  void *memory_ = nullptr;
};

/// What the handlers of LLVM's fatal errors leave for the guard, which runs on the same thread.
struct FatalError {
  bool happened = false;
  bool outOfMemory = false;
  std::string reason;
};
thread_local FatalError fatalError;

void leave(const char *reason, bool outOfMemory) {
  llvm::CrashRecoveryContext *guard = llvm::CrashRecoveryContext::GetCurrent();
  if (!guard)
    return; // Not ours: LLVM goes on to end the process, as it does without a handler.
  fatalError = {true, outOfMemory, reason};
  guard->HandleExit(1);
}

void onFatalError(void *, const char *reason, bool) { leave(reason, false); }
void onBadAlloc(void *, const char *reason, bool) { leave(reason, true); }

struct Job {
  llvm::function_ref<void()> work;
  GuardedOutcome outcome;
  /// The work was left in the middle: its frames and what belongs to them are still there.
  bool abandoned = false;
};

[[clang::noinline]] void runBelowGap(llvm::function_ref<void()> work) {
  void *gap = __builtin_alloca(gapBytes);
  asm volatile("" : : "r"(gap) : "memory");
  work();
}

void runJob(Job &job) {
  bool outOfMemory = false;
  fatalError = {};
  auto guard = std::make_unique<llvm::CrashRecoveryContext>();
  const bool finished = guard->RunSafely([&] {
    try {
      runBelowGap(job.work);
    } catch (const std::bad_alloc &) {
      outOfMemory = true;
    }
  });
  // The guard's destructor would run Clang's cleanups: destructors of objects that a crash has left in any state. What
  // they would free is lost instead.
  job.abandoned = !finished;
  llvm::CrashRecoveryContext *used = finished ? guard.get() : guard.release();
  if (outOfMemory || fatalError.outOfMemory)
    job.outcome = {GuardedOutcome::OutOfMemory, "The compiler ran out of memory."};
  else if (fatalError.happened)
    job.outcome = {GuardedOutcome::Failed, "The compiler gave up: " + fatalError.reason};
  else if (!finished)
    job.outcome = {GuardedOutcome::Failed, "The compiler crashed with signal " + std::to_string(used->RetCode - 128) +
                                               ". This is an error in the compiler, not in the program."};
}

void *threadMain(void *argument) {
  std::vector<char> signalStack(signalStackBytes);
  stack_t ours = {}, before = {};
  ours.ss_sp = signalStack.data();
  ours.ss_size = signalStack.size();
  sigaltstack(&ours, &before);
  runJob(*static_cast<Job *>(argument));
  sigaltstack(&before, nullptr);
  ExitGate::instance().leave();
  return nullptr;
}

/// The work's thread takes no signals but those that it causes itself: others are for the application's threads.
int startThread(pthread_t &thread, const ThreadStack &stack, Job &job) {
  if (!stack.memory())
    return ENOMEM;
  pthread_attr_t attributes;
  if (int failure = pthread_attr_init(&attributes))
    return failure;
  pthread_attr_setstack(&attributes, stack.memory(), stackBytes);
  sigset_t blocked, before;
  sigfillset(&blocked);
  for (int signal : CrashSignals::signals)
    sigdelset(&blocked, signal);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  const int failure = pthread_create(&thread, &attributes, threadMain, &job);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return failure;
}

} // namespace

GuardedOutcome runGuarded(llvm::function_ref<void()> work) {
  Job job{work, {}, false};
  if (!ExitGate::instance().enter())
    return {GuardedOutcome::Failed, "The process is ending."};
  const CrashSignals signals(onFatalError, onBadAlloc);
  ThreadStack stack;
  pthread_t thread;
  if (int failure = startThread(thread, stack, job)) {
    ExitGate::instance().leave();
    return {GuardedOutcome::OutOfMemory,
            "No thread can be started for the compiler: " + std::generic_category().message(failure) + "."};
  }
  pthread_join(thread, nullptr);
  if (job.abandoned)
    stack.keepForever();
  return job.outcome;
}

} // namespace weft::compiler
