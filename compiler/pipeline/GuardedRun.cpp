// Threads with large stacks, crash recovery, fatal errors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/GuardedRun.h"

#include <new>
#include <pthread.h>
#include <system_error>
#include <vector>

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"

#include "pipeline/CrashSignals.h"

namespace weft::compiler {
namespace {

/// Address space, not memory: pages count once they are touched.
constexpr size_t stackBytes = size_t(256) << 20;
/// For signal handlers, which can't run on a stack that has overflown.
constexpr size_t signalStackBytes = size_t(64) << 10;

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
};

void runJob(Job &job) {
  bool outOfMemory = false;
  fatalError = {};
  llvm::CrashRecoveryContext guard;
  const bool finished = guard.RunSafely([&] {
    try {
      job.work();
    } catch (const std::bad_alloc &) {
      outOfMemory = true;
    }
  });
  if (outOfMemory || fatalError.outOfMemory)
    job.outcome = {GuardedOutcome::OutOfMemory, "The compiler ran out of memory."};
  else if (fatalError.happened)
    job.outcome = {GuardedOutcome::Failed, "The compiler gave up: " + fatalError.reason};
  else if (!finished)
    job.outcome = {GuardedOutcome::Failed, "The compiler crashed with signal " + std::to_string(guard.RetCode - 128) +
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
  return nullptr;
}

/// The work's thread takes no signals but those that it causes itself: others are for the application's threads.
int startThread(pthread_t &thread, Job &job) {
  pthread_attr_t attributes;
  if (int failure = pthread_attr_init(&attributes))
    return failure;
  pthread_attr_setstacksize(&attributes, stackBytes);
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
  Job job{work, {}};
  const CrashSignals signals(onFatalError, onBadAlloc);
  pthread_t thread;
  if (int failure = startThread(thread, job))
    return {GuardedOutcome::OutOfMemory,
            "No thread can be started for the compiler: " + std::generic_category().message(failure) + "."};
  pthread_join(thread, nullptr);
  return job.outcome;
}

} // namespace weft::compiler
