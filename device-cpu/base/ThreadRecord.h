// For each thread, a record of the launch that it runs. Signal handlers and debuggers read the records.
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

/// A launch of which a thread runs some groups at the moment, one after the other. Debuggers read the fields up to
/// `itemRunning` by their offsets (device-cpu/debugger/weft-gdb.py): whoever changes these fields has to raise
/// WeftDebuggerView::currentVersion.
struct RunningLaunch {
  const char *kernel = nullptr; ///< the kernel's name
  const WeftLaunch *launch = nullptr;
  const WeftGroup *group = nullptr; ///< the group that runs
  const std::byte *items = nullptr; ///< executor fibers: the array of the group's work-items, each of which begins with
                                    ///< a WeftItem
  uint64_t itemCount = 0;           ///< the number of work-items in that array; 0 on the executor loops
  uint64_t itemBytes = 0;           ///< the bytes from a work-item to the next
  uint64_t itemContext = 0;         ///< the offset within each work-item at which the stack pointer of its suspended
                                    ///< fiber is stored
  uint64_t itemRunning = noItem;    ///< the index in the array of the work-item that runs

  static constexpr uint64_t noItem = ~uint64_t(0);

  const KernelCode *code = nullptr;
  /// Whether the signal handler of a fault may abandon the groups that this thread runs, by a jump to `exit`.
  bool isAbandonable = false;
  sigjmp_buf exit;
  static constexpr size_t maxTextBytes = 1000;
  char text[maxTextBytes]; ///< if the groups were abandoned: the sentence about the fault
};

/// Work that copies or fills memory. If the memory isn't accessible, a signal handler abandons the work by a jump to
/// `exit`.
struct MemoryRun {
  sigjmp_buf exit;
  // The address and the signal of the fault by which the work was abandoned.
  uintptr_t address = 0;
  int signal = 0;
};

/// The record of a thread that has run kernels. Records are never freed: when the thread has ended, another thread may
/// get the record.
struct ThreadRecord {
  // Debuggers read these fields by their offsets, too.
  std::atomic<uint64_t> thread{0}; ///< the result of gettid(2); 0: the record is free
  ThreadRecord *next = nullptr;
  RunningLaunch *running = nullptr; ///< null between chunks of groups
  /// Not 0 while the kernel is in a function of the runtime that must not be abandoned (RuntimeCall).
  unsigned runtimeCalls = 0;
  void *signalStack = nullptr; ///< stays with the record when the thread ends
  MemoryRun *memoryRun = nullptr;

  /// Returns the calling thread's record, and creates the record if the thread has none. Returns null if there is no
  /// memory for a record.
  static ThreadRecord *ofThisThread();
  /// Returns the calling thread's record, or null on threads that have run no kernel. Signal handlers may call it: it
  /// takes no memory and no lock.
  static ThreadRecord *find();
};

/// Notes the thread's running launch in its record, for the lifetime of the object.
class RunningLaunchScope {
public:
  RunningLaunchScope(ThreadRecord *record, RunningLaunch &running) : record_(record) {
    if (record_ != nullptr)
      record_->running = &running;
  }
  ~RunningLaunchScope() {
    if (record_ != nullptr)
      record_->running = nullptr;
  }
  RunningLaunchScope(const RunningLaunchScope &) = delete;
  RunningLaunchScope &operator=(const RunningLaunchScope &) = delete;

private:
  ThreadRecord *const record_;
};

/// From this call on, each thread that gets a record also gets a stack for signal handlers, because a handler can't run
/// on a stack that has overflowed. To be called before other threads run kernels. If the application has given a thread
/// a stack for signal handlers, the thread keeps that stack.
void enableSignalStacks();

} // namespace weft::cpu

/// The entry point of debuggers, which find it by the symbol's name.
struct WeftDebuggerView {
  static constexpr uint64_t currentVersion = 1;
  uint64_t version;
  std::atomic<weft::cpu::ThreadRecord *> first; ///< the list of all records, free ones included
};
extern "C" __attribute__((visibility("default"))) WeftDebuggerView weftDebuggerView;

#endif
