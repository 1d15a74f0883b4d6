// What the runtime tells of itself while WEFT_TRACE names a file (docs/tracing.md).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_TRACE_TRACE_H
#define WEFT_RUNTIME_TRACE_TRACE_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace weft::trace {

/// A reading of the trace's own clock (see TraceClock.h). 0 is no time.
using Ticks = uint64_t;

namespace detail {
extern constinit std::atomic<bool> isOn;
extern constinit bool hasCounter; ///< the CPU's counter runs evenly; written before isOn
Ticks systemTime() noexcept;
} // namespace detail

/// Whether a trace is being written. One relaxed load: all that an untraced process pays.
inline bool on() noexcept { return detail::isOn.load(std::memory_order_relaxed); }

inline Ticks now() noexcept {
#if defined(__x86_64__)
  if (detail::hasCounter)
    return __builtin_ia32_rdtsc(); // <x86intrin.h> has all of the CPU's instructions, and every file would read it
#endif
  return detail::systemTime();
}

/// Opens the file that WEFT_TRACE names and turns recording on; nothing where it names none. A file that can't be
/// written gives a warning, and the program runs on untraced. Called once, before there are queues.
void start();

/// What all commands have in common, from 1 on; 0 for one that began untraced. The queue's number stands above bit 40.
using CommandId = uint64_t;
inline constexpr unsigned queueShift = 40;

/// What a command keeps for its record, while there is a trace.
struct CommandTimes {
  CommandId id = 0;
  CommandId after = 0; ///< the command before it in its in-order queue
  Ticks queued = 0;
  Ticks submitted = 0;
  Ticks started = 0;
  /// Of a command that one thread ran in one go, the last thing that this thread did; else 0.
  Ticks ended = 0;
};

/// A command that has ended.
struct CommandFacts {
  uint32_t type = 0;          ///< CL_COMMAND_...
  int32_t status = 0;         ///< CL_COMPLETE or an error
  const void *code = nullptr; ///< of a launch: by what nameCode has been told
  uint64_t bytes = 0;         ///< that a transfer moves, or in the memory objects that a launch names
  uint32_t workDim = 0;       ///< of a launch
  std::array<uint64_t, 3> globalSize{};
  std::array<uint64_t, 3> localSize{};
  std::span<const std::byte> arguments; ///< a launch's argument block
};

/// A number for a new queue, and its track.
uint32_t addQueue(bool inOrder);
/// Code belongs to this kernel from now on. `wantsArguments`: what its launches do depends on their arguments, which
/// are recorded where a launch takes a microsecond or more.
void nameCode(const void *code, std::string_view kernel, bool wantsArguments);

// What follows may be called from any thread, with any lock held; it takes none, and no memory but at the first call
// of a thread. Where a thread's buffer is full, what comes is counted and left out.

/// The command is over. Where `times.ended` is set, the calling thread is the one that ran it.
void endCommand(const CommandTimes &times, const CommandFacts &facts) noexcept;
/// The second command waits for the first by its wait list or because of a barrier.
void addDependency(CommandId first, CommandId second) noexcept;

/// A stretch of a command's pieces that the calling thread runs.
struct Piece {
  CommandId command = 0;
  const void *code = nullptr;
  uint32_t type = 0;
  uint64_t begin = 0;
  uint64_t end = 0;
};
/// Between the two the thread is in the piece, and a trace that a crash ends says so. They may nest.
void beginPiece(const Piece &piece, Ticks begun) noexcept;
/// `isRecorded` false where the command's own record says it all.
void endPiece(Ticks ended, bool isRecorded) noexcept;

/// The calling thread has waited for a command or a queue. Waits of less than a microsecond are left out.
void addWait(CommandId command, Ticks begun, Ticks ended) noexcept;

// What follows takes a lock and memory: for builds and the like.

/// A piece of JSON, `"name":value`, for the arguments of an event.
std::string field(std::string_view name, std::string_view value);
std::string field(std::string_view name, uint64_t value);
/// The same with a value that is JSON already.
std::string rawField(std::string_view name, std::string_view json);

/// What the calling thread did. `fields` are pieces of JSON with commas between them, or empty.
void addSpan(std::string_view category, std::string_view name, Ticks begun, Ticks ended, std::string_view fields);
/// The same with times of CLOCK_MONOTONIC in nanoseconds.
void addSpanAt(std::string_view category, std::string_view name, uint64_t begun, uint64_t ended,
               std::string_view fields);
/// A fact that has no time: an event that viewers skip and weft-report reads.
void addFact(std::string_view name, std::string_view fields);

/// For handlers of fatal signals: has all that was recorded written out, within a second, by the thread that writes.
/// May be called at any point of a program.
void writeOutAtFault() noexcept;

} // namespace weft::trace

#endif
