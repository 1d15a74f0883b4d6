// What the runtime records while WEFT_TRACE names a file (docs/tracing.md).
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

/// A reading of the trace's own clock (see TraceClock.h). 0 stands for no time.
using Ticks = uint64_t;

namespace detail {
extern constinit std::atomic<bool> isOn;
extern constinit bool hasCounter; ///< whether the CPU's counter runs evenly; written before isOn
Ticks systemTime() noexcept;
} // namespace detail

/// Whether a trace is being written. An untraced process pays only for this relaxed load.
inline bool on() noexcept { return detail::isOn.load(std::memory_order_relaxed); }

inline Ticks now() noexcept {
#if defined(__x86_64__)
  if (detail::hasCounter)
    return __builtin_ia32_rdtsc(); // <x86intrin.h> isn't included, because it is large and would make the compilation
                                   // of every file slower
#endif
  return detail::systemTime();
}

/// Opens the file that WEFT_TRACE names and turns recording on. Does nothing if WEFT_TRACE is unset. If the file
/// can't be written, a warning says so, and the program runs on untraced. Called once, before there are queues.
void start();

/// The id of a command in a trace, at least 1; 0 for a command that was enqueued while there was no trace. The bits
/// from bit 40 on are the id of the command's queue.
using CommandId = uint64_t;
inline constexpr unsigned queueShift = 40;

/// The times that a command stores for its record while there is a trace.
struct CommandTimes {
  CommandId id = 0;
  CommandId after = 0; ///< the id of the command before it in its in-order queue
  Ticks queued = 0;
  Ticks submitted = 0;
  Ticks started = 0;
  /// The time when the work ended, if one thread ran the whole work in one call; otherwise 0. The trace then has no
  /// separate record of that thread's work, because the command's record says the same.
  Ticks ended = 0;
};

/// The facts about a command that has ended.
struct CommandFacts {
  uint32_t type = 0;          ///< CL_COMMAND_...
  int32_t status = 0;         ///< CL_COMPLETE or an error
  const void *code = nullptr; ///< for a launch: its code, whose name nameCode has recorded
  uint64_t bytes = 0;         ///< the number of bytes that a transfer moves, or the total size of the memory objects
                              ///< among a launch's arguments
  uint32_t workDim = 0;       ///< for a launch: the count of its dimensions
  std::array<uint64_t, 3> globalSize{};
  std::array<uint64_t, 3> localSize{};
  std::span<const std::byte> arguments; ///< for a launch: its argument block
};

/// Returns an id for a new queue, and adds a track for the queue to the trace.
uint32_t addQueue(bool inOrder);
/// Records that the code `code` is code of the kernel with this name from now on. `wantsArguments` says that the amount
/// of work of its launches depends on their arguments. Then the arguments of each launch of this code that takes at
/// least a microsecond are recorded.
void nameCode(const void *code, std::string_view kernel, bool wantsArguments);

// The following functions may be called from any thread, with any lock held. They take no lock, and allocate memory
// only at the first call of a thread. If a thread's buffer is full, further events are counted but not recorded.

/// Records that the command has ended. If `times.ended` is not 0, it must be called on the thread that ran the command.
void endCommand(const CommandTimes &times, const CommandFacts &facts) noexcept;
/// Records that the second command waits for the first, by its wait list or because of a barrier.
void addDependency(CommandId first, CommandId second) noexcept;

/// A range of the pieces of a command's work, such as work-groups, that the calling thread runs.
struct Piece {
  CommandId command = 0;
  const void *code = nullptr;
  uint32_t type = 0;
  uint64_t begin = 0;
  uint64_t end = 0;
};
/// Records that the calling thread begins a piece; `endPiece` records its end. If the process crashes between the two
/// calls, the trace shows the piece as unfinished. Pieces may nest.
void beginPiece(const Piece &piece, Ticks begun) noexcept;
/// `isRecorded` is false if the command's own record already contains all facts about the piece.
void endPiece(Ticks ended, bool isRecorded) noexcept;

/// Records that the calling thread has waited for a command or a queue. Waits of less than a microsecond are left out.
void addWait(CommandId command, Ticks begun, Ticks ended) noexcept;

// The following functions take a lock and allocate memory. They are for rare events such as builds.

/// Returns a JSON member, `"name":value`, for the arguments of an event.
std::string field(std::string_view name, std::string_view value);
std::string field(std::string_view name, uint64_t value);
/// Returns a JSON member as `field` does, for a value that is JSON already.
std::string rawField(std::string_view name, std::string_view json);

/// Records what the calling thread did in a period. `fields` consists of JSON members with commas between them, or is
/// empty.
void addSpan(std::string_view category, std::string_view name, Ticks begun, Ticks ended, std::string_view fields);
/// Records a period as addSpan does, with times of CLOCK_MONOTONIC in nanoseconds.
void addSpanAt(std::string_view category, std::string_view name, uint64_t begun, uint64_t ended,
               std::string_view fields);
/// Records a fact without a time. Viewers ignore the event; weft-report reads it.
void addFact(std::string_view name, std::string_view fields);

/// For handlers of fatal signals: waits, for at most a second, until the writer thread has written all records to the
/// file. May be called at any point of a program.
void writeOutAtFault() noexcept;

} // namespace weft::trace

#endif
