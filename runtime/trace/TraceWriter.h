// Converts the threads' records to events of the Chrome trace-event format, and writes them to the trace's file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_TRACE_TRACE_WRITER_H
#define WEFT_RUNTIME_TRACE_TRACE_WRITER_H

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include <sys/types.h>

#include "TraceClock.h"
#include "TraceFile.h"
#include "TraceRing.h"
#include "TraceText.h"

namespace weft::trace {

/// Each event is a line, so if the process is killed, the file is valid up to its last whole line. Each thread and each
/// queue has a track. The id of a thread's track is the thread's id; the id of a queue's track is one that no thread
/// has. If commands of an out-of-order queue overlap in time, they are drawn on several tracks of this queue. The
/// writer is used by one thread at a time. Writing records allocates no memory.
class TraceWriter {
public:
  TraceWriter(TraceFile &file, const TraceClock &clock);

  /// Drops the text that has not been written to the file yet.
  void dropText() { buffer_.clear(); }
  /// Begins a file. In the child of a fork, it is called again for the child's file, and also writes the queues and
  /// kernels that are known so far.
  void beginFile();
  void addQueue(uint32_t number, bool inOrder);
  void nameCode(const void *code, std::string_view kernel, bool wantsArguments);

  void nameThread(pid_t thread, std::string_view name);
  void write(const Record &record, pid_t thread);
  /// Writes a piece of a command's work that a thread is still running.
  void writeOpen(const Piece &piece, Ticks begun, pid_t thread);
  /// Writes a whole event, without a comma at its end.
  void writeLine(std::string_view event);
  /// Ends a round, in which the recorder's thread has passed all new records to `write`. Adds the flow arrows between
  /// commands that have ended, and the number of lost events. Then writes all text to the file.
  void endRound(uint64_t lost);
  /// Writes the end of the JSON array and closes the file.
  void endFile();

  std::string span(std::string_view category, std::string_view name, pid_t thread, uint64_t begun, uint64_t ended,
                   std::string_view fields) const;
  std::string fact(std::string_view name, std::string_view fields) const;

private:
  static constexpr size_t maxLanes = 64;
  struct Queue {
    bool inOrder = true;
    size_t lanes = 0;                     ///< the number of the queue's tracks (lanes) whose names have been written
    std::array<uint64_t, maxLanes> end{}; ///< for each of the queue's tracks, the end of the last command on it
  };
  /// The track and the times of a command that has been written, for the flow arrows that begin or end at it.
  struct Drawn {
    CommandId id = 0;
    uint64_t track = 0;
    uint64_t begun = 0;
    uint64_t ended = 0;
  };
  struct Dependency {
    CommandId first = 0;
    CommandId second = 0;
    unsigned rounds = 0; ///< the number of rounds so far in which one of the two commands was missing
  };

  void flushIfFull();
  void flush();
  void nameLane(uint32_t queue, size_t lane);
  uint64_t trackOf(CommandId id, uint64_t begun, uint64_t ended);
  void writeCommand(const Record &record, pid_t thread);
  void writeArguments(const void *code);
  void writePiece(const Piece &piece, uint64_t begun, uint64_t ended, pid_t thread);
  void beginEvent(std::string_view phase, uint64_t track, uint64_t time);
  void writeName(uint32_t type, const void *code);
  void writeId(CommandId id);
  bool writeFlow(const Dependency &dependency);
  const Drawn *find(CommandId id) const;

  TraceFile &file_;
  const TraceClock &clock_;
  uint64_t process_ = 0;
  TextBuffer buffer_;
  struct Kernel {
    std::string name;
    bool wantsArguments = false;
  };
  std::unordered_map<const void *, Kernel> kernels_;
  std::array<std::byte, Record::maxArgumentBytes> arguments_{}; ///< the arguments of the command whose record comes
                                                                ///< next
  size_t argumentBytes_ = 0;
  std::unordered_map<uint32_t, Queue> queues_;

  // Only the newest commands and dependencies are stored. Older ones get no flow arrow.
  static constexpr size_t maxDrawn = size_t{1} << 15;
  static constexpr size_t maxDependencies = size_t{1} << 14;
  std::unique_ptr<std::array<Drawn, maxDrawn>> drawn_;
  std::unique_ptr<std::array<Dependency, maxDependencies>> dependencies_;
  size_t dependencyCount_ = 0;
  uint64_t flows_ = 0;
  uint64_t lost_ = 0;
};

} // namespace weft::trace

#endif
