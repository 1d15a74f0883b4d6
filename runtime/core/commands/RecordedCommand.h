// One command of a command-buffer, as a value that says what the command does and holds all that it needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_RECORDED_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_RECORDED_COMMAND_H

#include <array>
#include <memory>

#include "core/commands/NDRangeCommand.h"
#include "core/commands/TransferCommand.h"
#include "core/launches/LaunchState.h"

namespace weft::core {

/// A recorded command never changes, so any number of executions can share it. Commands without work, such as barriers,
/// have neither a launch nor a transfer.
struct RecordedCommand {
  std::shared_ptr<const PreparedLaunch> launch;
  /// The work of a copy or a fill; null for other commands. Running it doesn't change this object.
  std::shared_ptr<cpu::Work> transfer;
  /// Whether the transfer is large.
  bool isLargeTransfer = false;
  /// False for a launch that lacks arguments: the launch has to be updated before it can run.
  bool complete = true;
  /// The index of the command-buffer's queue that the command was recorded for.
  uint32_t queue = 0;
  /// The state that a launch was prepared from; null for other commands.
  std::shared_ptr<const LaunchState> state;
  /// The launch's kernel, and the memory objects of the transfer. The command holds references to them.
  RefPtr<Kernel> kernel;
  std::array<RefPtr<MemoryObject>, 2> memory;

  /// Whether the command takes so long that it should be a job of its own, for which workers are woken. The answer may
  /// change after each execution, because executions note how long they took.
  bool isLarge() const { return launch ? core::isLarge(*launch) : isLargeTransfer; }
};

/// Records a launch. If arguments may still be missing and be set later, only the range is checked now. Errors: those
/// of checkLaunch.
inline Result<RecordedCommand> recordLaunch(const Device &device, std::shared_ptr<const LaunchState> state,
                                            bool mayLackArguments) {
  RecordedCommand command;
  const LaunchRequest request = state->request();
  if (mayLackArguments && !state->kernel->checkArguments()) {
    cpu::NDRange range;
    if (!isEmpty(request))
      TRY(checkRange(request, range));
    command.complete = false;
  } else {
    command.launch = TRY(prepareLaunch(device, *state->kernel, request));
  }
  command.state = std::move(state);
  return command;
}

template <typename WorkType, typename... Arguments>
RecordedCommand recordTransfer(std::array<RefPtr<MemoryObject>, 2> memory, size_t bytes,
                               const Arguments &...arguments) {
  RecordedCommand command;
  command.transfer = std::make_shared<WorkType>(arguments...);
  command.isLargeTransfer = bytes >= largeCopyBytes;
  command.memory = std::move(memory);
  return command;
}

inline RecordedCommand recordCopy(TransferEnd<void *> destination, TransferEnd<const void *> source, size_t bytes) {
  noteDestination(destination.memory, destination.place, bytes);
  return recordTransfer<cpu::CopyWork>({std::move(destination.memory), std::move(source.memory)}, bytes,
                                       destination.place, source.place, bytes);
}

inline RecordedCommand recordRectangleCopy(TransferEnd<cpu::RectangleSide> destination,
                                           TransferEnd<cpu::RectangleSide> source, const Region &region) {
  noteDestination(destination.memory, destination.place, region);
  return recordTransfer<cpu::RectangleCopyWork>({std::move(destination.memory), std::move(source.memory)},
                                                region[0] * region[1] * region[2], destination.place, source.place,
                                                region);
}

inline RecordedCommand recordFill(RefPtr<MemoryObject> memory, void *destination, size_t bytes, const void *pattern,
                                  size_t patternBytes) {
  noteDestination(memory, destination, bytes);
  return recordTransfer<cpu::FillWork>({std::move(memory)}, bytes, destination, bytes, pattern, patternBytes);
}

inline RecordedCommand recordRectangleFill(RefPtr<MemoryObject> memory, const cpu::RectangleSide &destination,
                                           const Region &region, const void *pattern, size_t patternBytes) {
  noteDestination(memory, destination, region);
  return recordTransfer<cpu::RectangleFillWork>({std::move(memory)}, region[0] * region[1] * region[2], destination,
                                                region, pattern, patternBytes);
}

} // namespace weft::core

#endif
