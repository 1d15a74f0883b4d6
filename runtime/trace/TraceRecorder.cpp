// The recorder of a process: collects the records of all threads and has them written to the file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TraceRecorder.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <utility>

#include "DetachedThread.h"
#include "Log.h"

namespace weft::trace {

namespace {

/// The recorder's thread writes all new records (a round) after each such time, in milliseconds. The time is short, so
/// that a process that is killed loses few records.
constexpr long roundMilliseconds = 50;
/// How long the handler of a fatal signal waits, in milliseconds, until the recorder's thread has written all records.
constexpr int faultMilliseconds = 1000;

thread_local constinit Ring *ringOfThread = nullptr;

timespec afterMilliseconds(long count) {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  time.tv_nsec += count * 1'000'000;
  time.tv_sec += time.tv_nsec / 1'000'000'000;
  time.tv_nsec %= 1'000'000'000;
  return time;
}

} // namespace

TraceRecorder::TraceRecorder() : writer_(file_, clock_) { sem_init(&wake_, 0, 0); }

bool TraceRecorder::open(const std::string &path, uint64_t maxBytes) {
  maxBytes_ = maxBytes;
  if (!file_.open(path, maxBytes))
    return false;
  return pthread_key_create(&key_, [](void *ring) {
           ringOfThread = nullptr;
           static_cast<Ring *>(ring)->threadEnded.store(true, std::memory_order_release);
         }) == 0;
}

void TraceRecorder::begin() {
  clock_.calibrate();
  {
    Lock lock(mutex_);
    writer_.beginFile();
  }
  process_.store(getpid());
  startThread();
}

/// Starts the recorder's thread. If the system can't start it, the threads' ring buffers fill up, and further records
/// are lost. The buffers' contents are then written only at the end of the process.
void TraceRecorder::startThread() { static_cast<void>(startDetachedThread<&TraceRecorder::work>(*this)); }

void TraceRecorder::work() {
  pthread_setname_np(pthread_self(), "weft-trace");
  thread_.store(gettid());
  for (;;) {
    const timespec end = afterMilliseconds(roundMilliseconds);
    while (sem_clockwait(&wake_, CLOCK_MONOTONIC, &end) != 0 && errno == EINTR)
      ;
    const uint32_t faults = faults_.load(std::memory_order_acquire);
    {
      Lock lock(mutex_);
      if (!isEnded_)
        writeRound();
    }
    faultsDone_.store(faults, std::memory_order_release);
  }
}

Ring *TraceRecorder::ring() noexcept {
  if (ringOfThread) [[likely]]
    return ringOfThread;
  if (process_.load(std::memory_order_relaxed) != getpid()) {
    // This process is the child of a fork, and records its first event.
    Lock lock(mutex_);
    if (process_.load(std::memory_order_relaxed) != getpid()) {
      if (!file_.openInChild())
        return stopTracing(), nullptr;
      writer_.beginFile();
      process_.store(getpid(), std::memory_order_relaxed);
      startThread();
    }
  }
  for (std::atomic<Ring *> &place : rings_) {
    Ring *ring = place.load(std::memory_order_acquire);
    if (!ring) {
      auto *fresh = new (std::nothrow) Ring;
      if (!fresh)
        return nullptr;
      if (place.compare_exchange_strong(ring, fresh, std::memory_order_acq_rel))
        ring = fresh;
      else
        delete fresh;
    }
    pid_t nobody = 0;
    if (!ring->thread.compare_exchange_strong(nobody, gettid(), std::memory_order_acq_rel))
      continue;
    pthread_getname_np(pthread_self(), ring->name.data(), ring->name.size());
    ring->threadEnded.store(false, std::memory_order_release);
    pthread_setspecific(key_, ring);
    return ringOfThread = ring;
  }
  return nullptr;
}

/// Writes the thread's name to the trace. Threads to which nothing has given a name have the program's name, too. In
/// the trace only the main thread gets the program's name; the others are named by their ids.
void TraceRecorder::nameThread(Ring &ring) {
  if (std::exchange(ring.isNamed, true))
    return;
  const pid_t thread = ring.thread.load(std::memory_order_relaxed);
  const std::string_view name = ring.name.data();
  const bool isInherited =
      thread != getpid() && std::string_view(program_invocation_short_name).starts_with(name) && !name.empty();
  writer_.nameThread(thread, isInherited ? concat("thread ", thread) : escaped(name));
}

void TraceRecorder::writeAll(uint64_t &lost) {
  // Writes the records that the rings of all threads contain at this time, in the order in which the events ended.
  struct Part {
    Ring *ring;
    uint64_t next;
    uint64_t end;
  };
  std::array<Part, maxRings> parts;
  size_t count = 0;
  for (std::atomic<Ring *> &place : rings_) {
    Ring *ring = place.load(std::memory_order_acquire);
    if (!ring)
      break;
    lost += ring->takeLost();
    const uint64_t end = ring->head();
    if (ring->tail() == end)
      continue;
    nameThread(*ring);
    parts[count++] = {ring, ring->tail(), end};
  }
  while (count != 0) {
    Part *first = std::min_element(parts.begin(), parts.begin() + count, [](const Part &one, const Part &other) {
      return one.ring->at(one.next).ended < other.ring->at(other.next).ended;
    });
    // The writer expects a record of a launch's arguments directly before the record of the launch. So no other
    // thread's record is written between the two.
    bool goesOn = true;
    while (goesOn && first->next != first->end) {
      const Record &record = first->ring->at(first->next);
      writer_.write(record, first->ring->thread.load(std::memory_order_relaxed));
      goesOn = record.kind == Record::Kind::arguments;
      first->ring->dropUpTo(++first->next);
    }
    if (first->next == first->end)
      *first = parts[--count];
  }
}

void TraceRecorder::writeRound() {
  uint64_t lost = 0;
  writeAll(lost);
  const bool isEnd = faultIsEnd_.load(std::memory_order_relaxed);
  for (std::atomic<Ring *> &place : rings_) {
    Ring *ring = place.load(std::memory_order_acquire);
    if (!ring)
      break;
    const uint32_t depth = std::min(ring->depth.load(std::memory_order_acquire), Ring::maxDepth);
    for (uint32_t level = 0; isEnd && level < depth; ++level) {
      nameThread(*ring);
      writer_.writeOpen(ring->open[level].piece, ring->open[level].begun, ring->thread.load());
    }
    if (ring->threadEnded.load(std::memory_order_acquire) && ring->tail() == ring->head()) {
      ring->isNamed = false;
      ring->thread.store(0, std::memory_order_release); // the next new thread may take the ring
    }
  }
  writer_.endRound(lost);
  if (!file_.fits(0)) {
    log::warn(concat("The trace ", file_.path(), " has reached WEFT_TRACE_MB; it ends here."));
    stopTracing();
  }
}

void TraceRecorder::stopTracing() {
  detail::isOn.store(false, std::memory_order_relaxed);
  isEnded_ = true;
  writer_.endFile();
}

void TraceRecorder::end() {
  Lock lock(mutex_);
  if (isEnded_ || process_.load(std::memory_order_relaxed) != getpid())
    return;
  writeRound();
  stopTracing();
}

void TraceRecorder::resetInChild() {
  process_.store(0, std::memory_order_relaxed);
  ringOfThread = nullptr;
  file_.close();
  writer_.dropText();
  for (std::atomic<Ring *> &place : rings_)
    if (Ring *ring = place.load(std::memory_order_relaxed)) {
      ring->clear();
      ring->isNamed = false;
      ring->thread.store(0, std::memory_order_relaxed);
    }
  sem_init(&wake_, 0, 0);
  mutex_.unlock();
}

void TraceRecorder::writeOutAtFault(bool isEnd) noexcept {
  if (process_.load(std::memory_order_relaxed) != getpid() || thread_.load(std::memory_order_relaxed) == gettid())
    return;
  if (isEnd)
    faultIsEnd_.store(true, std::memory_order_relaxed);
  const uint32_t wanted = faults_.fetch_add(1, std::memory_order_acq_rel) + 1;
  sem_post(&wake_);
  // This thread polls and sleeps. It takes no lock, because the signal may have interrupted it while it held that lock.
  for (int waited = 0; waited < faultMilliseconds && faultsDone_.load(std::memory_order_acquire) < wanted; ++waited) {
    const timespec millisecond{0, 1'000'000};
    nanosleep(&millisecond, nullptr);
  }
}

void TraceRecorder::addQueue(uint32_t number, bool inOrder) {
  Lock lock(mutex_);
  if (!isEnded_)
    writer_.addQueue(number, inOrder);
}

void TraceRecorder::nameCode(const void *code, std::string_view kernel, bool wantsArguments) {
  Lock lock(mutex_);
  if (isEnded_)
    return;
  // The address may have belonged to other code before. So all records so far are written first, while that code's name
  // is still known.
  uint64_t lost = 0;
  writeAll(lost);
  writer_.nameCode(code, kernel, wantsArguments);
  writer_.endRound(lost);
}

void TraceRecorder::addSpan(std::string_view category, std::string_view name, uint64_t begun, uint64_t ended,
                            std::string_view fields) {
  Ring *own = ring();
  Lock lock(mutex_);
  if (isEnded_ || !own)
    return;
  nameThread(*own);
  writer_.writeLine(writer_.span(category, name, gettid(), begun, ended, fields));
}

void TraceRecorder::addFact(std::string_view name, std::string_view fields) {
  const Ring *own = ring();
  Lock lock(mutex_);
  if (!isEnded_ && own)
    writer_.writeLine(writer_.fact(name, fields));
}

} // namespace weft::trace
