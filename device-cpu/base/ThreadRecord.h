// What each thread runs, for signal handlers and debuggers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_DEVICE_CPU_BASE_THREAD_RECORD_H
#define WEFT_DEVICE_CPU_BASE_THREAD_RECORD_H

#include <atomic>
#include <csetjmp>
#include <cstddef>
#include <cstdint>

#include "KernelAbi.h"
#include "RuntimeCall.h"

namespace weft::cpu {

class KernelCode;

/// A launch of which a thread runs some groups, one after the other. Debuggers read the fields up to `itemRunning` by
/// their places (device-cpu/debugger/weft-gdb.py): a change raises WeftDebuggerView::currentVersion.
struct RunningLaunch {
  const char *kernel = nullptr; ///< its name
  const WeftLaunch *launch = nullptr;
  const WeftGroup *group = nullptr; ///< the one that runs
  const std::byte *items = nullptr; ///< on fibers: the group's work-items, each of which begins with a WeftItem
  uint64_t itemCount = 0;           ///< 0 on loops
  uint64_t itemBytes = 0;           ///< from one to the next
  uint64_t itemContext = 0;         ///< where in each the stack pointer is that it was suspended with
  uint64_t itemRunning = noItem;    ///< its place in the array

  static constexpr uint64_t noItem = ~uint64_t(0);

  const KernelCode *code = nullptr;
  /// Whether a fault may leave the groups, by a jump to `exit`.
  bool canBeLeft = false;
  sigjmp_buf exit;
  static constexpr size_t mostText = 1000;
  char text[mostText]; ///< of the fault, where it was left
};

/// Work that copies or fills memory, and may be left by a jump to `exit` where the memory isn't there.
struct MemoryRun {
  sigjmp_buf exit;
  // Of the fault by which it was left.
  uintptr_t address = 0;
  int signal = 0;
};

/// One for each thread that has run kernels; used again by others when the thread has ended, and never freed.
struct ThreadRecord {
  // For debuggers, as above.
  std::atomic<uint64_t> thread{0}; ///< by gettid(2); 0: free
  ThreadRecord *next = nullptr;
  RunningLaunch *running = nullptr; ///< null between chunks of groups
  /// Not 0 while the kernel has called a function of the runtime that can't be left in the middle.
  unsigned runtimeCalls = 0;
  void *signalStack = nullptr; ///< kept for the next thread, too
  MemoryRun *memoryRun = nullptr;

  /// The calling thread's, made if need be; null where there is no memory.
  static ThreadRecord *ofThisThread();
  /// The same for signal handlers: null on threads that have run no kernel. Takes no memory and no lock.
  static ThreadRecord *find();
};

/// The thread's running launch, for the lifetime of the object.
class NoteRunning {
public:
  NoteRunning(ThreadRecord *record, RunningLaunch &running) : record_(record) {
    if (record_ != nullptr)
      record_->running = &running;
  }
  ~NoteRunning() {
    if (record_ != nullptr)
      record_->running = nullptr;
  }
  NoteRunning(const NoteRunning &) = delete;
  NoteRunning &operator=(const NoteRunning &) = delete;

private:
  ThreadRecord *const record_;
};

/// From now on threads get stacks for signal handlers, which can't run on a stack that has overflown. To be called
/// before other threads run kernels. Threads that have a stack of the application's for that keep it.
void giveThreadsSignalStacks();

} // namespace weft::cpu

/// Where debuggers begin, by the symbol's name.
struct WeftDebuggerView {
  static constexpr uint64_t currentVersion = 1;
  uint64_t version;
  std::atomic<weft::cpu::ThreadRecord *> first; ///< of all records, free ones included
};
extern "C" __attribute__((visibility("default"))) WeftDebuggerView weftDebuggerView;

#endif
