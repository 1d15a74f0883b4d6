// One command of a command-buffer: a value that says what is to be done, with what it needs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_RECORDED_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_RECORDED_COMMAND_H

#include <array>
#include <memory>

#include "core/commands/NDRangeCommand.h"
#include "core/commands/TransferCommand.h"

namespace weft::core {

/// Never changes once it is recorded, so that any number of executions can have it in common. A barrier, and whatever
/// has nothing to do, has neither a launch nor a transfer.
struct RecordedCommand {
  std::shared_ptr<const PreparedLaunch> launch;
  /// A copy or a fill; running it doesn't change it.
  std::shared_ptr<cpu::Work> transfer;
  /// Worth a job of its own, for which workers are woken.
  bool large = false;
  /// False for a launch that lacks arguments: it has to be updated before it can run.
  bool complete = true;
  /// What is kept besides: the kernel, and the memory objects of the transfer.
  RefPtr<Kernel> kernel;
  std::array<RefPtr<MemoryObject>, 2> memory;
};

/// A launch with the arguments that the kernel has now. Errors: those of checkLaunch.
inline Result<RecordedCommand> recordLaunch(const Device &device, Kernel &kernel, const LaunchRequest &request) {
  RecordedCommand command;
  command.launch = TRY(prepareLaunch(device, kernel, request));
  command.large = command.launch && isLarge(*command.launch);
  command.kernel = RefPtr<Kernel>(&kernel);
  return command;
}

/// The same of a launch whose arguments may be set later; until then there is nothing but the range to be checked.
inline Result<RecordedCommand> recordUpdatedLaunch(const Device &device, Kernel &kernel, const LaunchRequest &request) {
  if (kernel.checkArguments())
    return recordLaunch(device, kernel, request);
  TRY(checkDimensions(request));
  if (!isEmpty(request))
    TRY(checkRange(request));
  RecordedCommand command;
  command.complete = false;
  command.kernel = RefPtr<Kernel>(&kernel);
  return command;
}

template <typename WorkType, typename... Arguments>
RecordedCommand recordTransfer(std::array<RefPtr<MemoryObject>, 2> memory, size_t bytes,
                               const Arguments &...arguments) {
  RecordedCommand command;
  command.transfer = std::make_shared<WorkType>(arguments...);
  command.large = bytes >= largeCopyBytes;
  command.memory = std::move(memory);
  return command;
}

inline RecordedCommand recordCopy(TransferEnd<void *> destination, TransferEnd<const void *> source, size_t bytes) {
  return recordTransfer<cpu::CopyWork>({std::move(destination.memory), std::move(source.memory)}, bytes,
                                       destination.place, source.place, bytes);
}

inline RecordedCommand recordRectangleCopy(TransferEnd<cpu::RectangleSide> destination,
                                           TransferEnd<cpu::RectangleSide> source, const Region &region) {
  return recordTransfer<cpu::RectangleCopyWork>({std::move(destination.memory), std::move(source.memory)},
                                                region[0] * region[1] * region[2], destination.place, source.place,
                                                region);
}

inline RecordedCommand recordFill(RefPtr<MemoryObject> memory, void *destination, size_t bytes, const void *pattern,
                                  size_t patternBytes) {
  return recordTransfer<cpu::FillWork>({std::move(memory)}, bytes, destination, bytes, pattern, patternBytes);
}

inline RecordedCommand recordRectangleFill(RefPtr<MemoryObject> memory, const cpu::RectangleSide &destination,
                                           const Region &region, const void *pattern, size_t patternBytes) {
  return recordTransfer<cpu::RectangleFillWork>({std::move(memory)}, region[0] * region[1] * region[2], destination,
                                                region, pattern, patternBytes);
}

} // namespace weft::core

#endif
