// Turns records into events of the Chrome trace-event format.
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

/// Events are lines, so that a file that ends anywhere is whole up to its last line. Tracks are threads, by their
/// numbers, and queues, by numbers that no thread has. Commands of an out-of-order queue that overlap are on several
/// tracks of it. Used by one thread at a time; what it does with records takes no memory.
class TraceWriter {
public:
  TraceWriter(TraceFile &file, const TraceClock &clock);

  /// What hasn't gone to the file yet.
  void dropText() { buffer_.clear(); }
  /// Anew, in the child of a fork: for another process, with the queues and kernels that there are.
  void beginFile();
  void addQueue(uint32_t number, bool inOrder);
  void nameCode(const void *code, std::string_view kernel, bool wantsArguments);

  void nameThread(pid_t thread, std::string_view name);
  void write(const Record &record, pid_t thread);
  /// What a thread is in the middle of.
  void writeOpen(const Piece &piece, Ticks begun, pid_t thread);
  /// An event that is whole; ends in no comma.
  void writeLine(std::string_view event);
  /// At the end of a round: flows whose commands have both ended, what was left out, and all bytes to the file.
  void endRound(uint64_t lost);
  /// The array's end.
  void endFile();

  std::string span(std::string_view category, std::string_view name, pid_t thread, uint64_t begun, uint64_t ended,
                   std::string_view fields) const;
  std::string fact(std::string_view name, std::string_view fields) const;

private:
  static constexpr size_t maxLanes = 64;
  struct Queue {
    bool inOrder = true;
    size_t lanes = 0;                     ///< whose names are written
    std::array<uint64_t, maxLanes> end{}; ///< of the last command of each
  };
  /// Where a command has been drawn, for the flows that begin or end there.
  struct Drawn {
    CommandId id = 0;
    uint64_t track = 0;
    uint64_t begun = 0;
    uint64_t ended = 0;
  };
  struct Dependency {
    CommandId first = 0;
    CommandId second = 0;
    unsigned rounds = 0; ///< in which one of them wasn't there
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
  std::array<std::byte, Record::maxArgumentBytes> arguments_{}; ///< of the command that comes next
  size_t argumentBytes_ = 0;
  std::unordered_map<uint32_t, Queue> queues_;

  // The newest of each; what is older has no flow.
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
