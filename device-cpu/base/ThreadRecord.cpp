// For each thread, a record of the launch that it runs. Signal handlers and debuggers read the records.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/ThreadRecord.h"

#include <csignal>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

extern "C" {
constinit WeftDebuggerView weftDebuggerView{WeftDebuggerView::currentVersion, nullptr};
}

namespace weft::cpu {

namespace {

/// The size of a signal stack. It suffices for Weft's handlers. Handlers of the application also run on it, if the
/// application requests a signal stack for them but has not made one.
constexpr size_t signalStackBytes = size_t(64) << 10;

/// The key of the thread's record. A thread_local variable can't be used instead: in a library that is loaded by
/// dlopen, its first use in a thread allocates memory, which a signal handler must not do.
pthread_key_t key;
constinit std::atomic<bool> keyIsThere{false};
constinit std::atomic<bool> signalStacks{false};

ThreadRecord *freeRecord(uint64_t thread) {
  for (ThreadRecord *record = weftDebuggerView.first.load(std::memory_order_acquire); record; record = record->next) {
    uint64_t none = 0;
    if (record->thread.load(std::memory_order_relaxed) == 0 &&
        record->thread.compare_exchange_strong(none, thread, std::memory_order_acq_rel))
      return record;
  }
  return nullptr;
}

ThreadRecord *newRecord(uint64_t thread) {
  auto *record = new (std::nothrow) ThreadRecord;
  if (record == nullptr)
    return nullptr;
  record->thread.store(thread, std::memory_order_relaxed);
  record->next = weftDebuggerView.first.load(std::memory_order_relaxed);
  while (!weftDebuggerView.first.compare_exchange_weak(record->next, record, std::memory_order_acq_rel)) {
  }
  return record;
}

void installSignalStack(ThreadRecord &record) {
  stack_t stack = {};
  if (sigaltstack(nullptr, &stack) != 0 || (stack.ss_flags & SS_DISABLE) == 0)
    return;
  if (record.signalStack == nullptr) {
    void *memory = mmap(nullptr, signalStackBytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED)
      return;
    record.signalStack = memory;
  }
  stack = {};
  stack.ss_sp = record.signalStack;
  stack.ss_size = signalStackBytes;
  sigaltstack(&stack, nullptr);
}

void removeSignalStack(const ThreadRecord &record) {
  stack_t stack = {};
  if (record.signalStack == nullptr || sigaltstack(nullptr, &stack) != 0 || stack.ss_sp != record.signalStack)
    return;
  stack = {};
  stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, nullptr);
}

/// Called at the end of a thread: frees its record.
void releaseRecord(void *pointer) {
  auto &record = *static_cast<ThreadRecord *>(pointer);
  removeSignalStack(record);
  record.running = nullptr;
  record.memoryRun = nullptr;
  record.runtimeCalls = 0;
  record.thread.store(0, std::memory_order_release);
}

/// Called in the child of a fork. Frees the records of the parent's other threads, which don't exist in the child.
/// Stores the new id of the thread that forked.
void afterForkInChild() {
  const ThreadRecord *own = ThreadRecord::find();
  for (ThreadRecord *record = weftDebuggerView.first.load(std::memory_order_acquire); record; record = record->next) {
    if (record != own) {
      record->running = nullptr;
      record->memoryRun = nullptr;
      record->runtimeCalls = 0;
    }
    record->thread.store(record == own ? uint64_t(gettid()) : 0, std::memory_order_relaxed);
  }
}

bool makeKey() {
  if (pthread_key_create(&key, releaseRecord) != 0)
    return false;
  pthread_atfork(nullptr, nullptr, afterForkInChild);
  keyIsThere.store(true, std::memory_order_release);
  return true;
}

} // namespace

ThreadRecord *ThreadRecord::find() {
  return keyIsThere.load(std::memory_order_acquire) ? static_cast<ThreadRecord *>(pthread_getspecific(key)) : nullptr;
}

unsigned *RuntimeCall::ofThisThread() {
  ThreadRecord *record = ThreadRecord::find();
  return record == nullptr ? nullptr : &record->runtimeCalls;
}

ThreadRecord *ThreadRecord::ofThisThread() {
  static const bool hasKey = makeKey();
  if (!hasKey)
    return nullptr;
  if (auto *record = static_cast<ThreadRecord *>(pthread_getspecific(key))) [[likely]]
    return record;
  const auto thread = uint64_t(gettid());
  ThreadRecord *record = freeRecord(thread);
  if (record == nullptr)
    record = newRecord(thread);
  if (record == nullptr)
    return nullptr;
  if (pthread_setspecific(key, record) != 0) {
    record->thread.store(0, std::memory_order_release);
    return nullptr;
  }
  if (signalStacks.load(std::memory_order_relaxed))
    installSignalStack(*record);
  return record;
}

void enableSignalStacks() {
  signalStacks.store(true, std::memory_order_relaxed);
  if (ThreadRecord *own = ThreadRecord::find())
    installSignalStack(*own);
}

} // namespace weft::cpu
