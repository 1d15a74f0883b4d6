// The trace's recorder, one in each process: it has a ring buffer of records for each thread, and a thread of its own
// that writes the records to the file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_TRACE_TRACE_RECORDER_H
#define WEFT_RUNTIME_TRACE_TRACE_RECORDER_H

#include <semaphore.h>

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "Mutex.h"
#include "TraceClock.h"
#include "TraceFile.h"
#include "TraceRing.h"
#include "TraceWriter.h"

namespace weft::trace {

/// Threads record events into ring buffers of their own, without locks. The recorder has a thread of its own. Every 50
/// ms, or sooner if a ring buffer fills up, this thread converts the records of all ring buffers to text and writes it
/// (a round). The recorder is created once and never destroyed, because threads may record until the process has ended.
class TraceRecorder {
public:
  TraceRecorder();

  /// Opens the file. Returns false if it can't be written.
  bool open(const std::string &path, uint64_t maxBytes);
  /// Starts the recorder's thread. Must be called some milliseconds after construction, because the clock's rate is
  /// measured over that time.
  void begin();

  /// The calling thread's ring; null if there are too many threads.
  Ring *ring() noexcept;
  void wakeWriter() noexcept { sem_post(&wake_); }

  void addQueue(uint32_t number, bool inOrder) WEFT_EXCLUDES(mutex_);
  void nameCode(const void *code, std::string_view kernel, bool wantsArguments) WEFT_EXCLUDES(mutex_);
  void addSpan(std::string_view category, std::string_view name, uint64_t begun, uint64_t ended,
               std::string_view fields) WEFT_EXCLUDES(mutex_);
  void addFact(std::string_view name, std::string_view fields) WEFT_EXCLUDES(mutex_);
  const TraceClock &clock() const { return clock_; }

  // Called by the handlers of fork, exit and faults.
  void lockForFork() __attribute__((no_thread_safety_analysis)) { mutex_.lock(); }
  void unlockInParent() __attribute__((no_thread_safety_analysis)) { mutex_.unlock(); }
  void resetInChild() __attribute__((no_thread_safety_analysis));
  void end() WEFT_EXCLUDES(mutex_);
  /// Makes the recorder's thread write all records. `isEnd` says that the process is about to end. Then the pieces of
  /// work that threads are running at the moment are written, too.
  void writeOutAtFault(bool isEnd) noexcept;

private:
  static constexpr size_t maxRings = 512;

  void startThread();
  void work();
  void nameThread(Ring &ring) WEFT_REQUIRES(mutex_);
  void writeRound() WEFT_REQUIRES(mutex_);
  void writeAll(uint64_t &lost) WEFT_REQUIRES(mutex_);
  void stopTracing() WEFT_REQUIRES(mutex_);

  TraceClock clock_;
  TraceFile file_;
  uint64_t maxBytes_ = 0;
  sem_t wake_{};
  pthread_key_t key_{};
  std::atomic<pid_t> process_{0}; ///< the id of the process whose recorder thread writes the trace; after a fork, it is
                                  ///< 0 in the child until the child records an event
  std::atomic<pid_t> thread_{0};
  std::atomic<uint32_t> faults_{0}; ///< how many times handlers of fatal signals have requested a round
  std::atomic<uint32_t> faultsDone_{0};
  std::atomic<bool> faultIsEnd_{false};
  /// The rings. A thread that finds no free ring creates one in the first empty element. Rings are never destroyed.
  std::array<std::atomic<Ring *>, maxRings> rings_{};

  Mutex mutex_;
  TraceWriter writer_ WEFT_GUARDED_BY(mutex_);
  bool isEnded_ WEFT_GUARDED_BY(mutex_) = false;
};

} // namespace weft::trace

#endif
