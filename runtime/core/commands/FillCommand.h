// Fills of contiguous bytes or of a rectangular region with a pattern.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_FILL_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_FILL_COMMAND_H

#include <utility>

#include "core/commands/Command.h"
#include "core/commands/TransferCommand.h"
#include "core/memory/MemoryObject.h"

namespace weft::core {

template <typename WorkType> class FillCommand final : public Command {
public:
  /// Creates a command that fills memory. `arguments` are passed to the constructor of the work. The command holds a
  /// reference to the memory object that is filled until the command's end. This object is null if the memory belongs
  /// to the application.
  template <typename... Arguments>
  FillCommand(CommandQueue &queue, cl_command_type type, RefPtr<MemoryObject> memory, size_t bytes,
              const Arguments &...arguments)
      : Command(queue, type), bytes_(bytes), fill_(arguments...), memory_(std::move(memory)) {}

private:
  cpu::Work *work() override { return &fill_; }
  cl_int perform() override { return outcomeOf(fill_, context()); }
  bool isLarge() const override { return bytes_ >= largeCopyBytes; }
  void describe(trace::CommandFacts &facts) const override { facts.bytes = bytes_; }
  void dropResources() override { memory_ = nullptr; }

  const size_t bytes_;
  cpu::FaultCatchingWork<WorkType> fill_;
  RefPtr<MemoryObject> memory_;
};

inline RefPtr<Command> makeFill(CommandQueue &queue, cl_command_type type, RefPtr<MemoryObject> memory,
                                void *destination, size_t bytes, const void *pattern, size_t patternBytes) {
  noteDestination(memory, destination, bytes);
  return makeRef<FillCommand<cpu::FillWork>>(queue, type, std::move(memory), bytes, destination, bytes, pattern,
                                             patternBytes);
}

inline RefPtr<Command> makeRectangleFill(CommandQueue &queue, cl_command_type type, RefPtr<MemoryObject> memory,
                                         const cpu::RectangleSide &destination, const Region &region,
                                         const void *pattern, size_t patternBytes) {
  noteDestination(memory, destination, region);
  return makeRef<FillCommand<cpu::RectangleFillWork>>(queue, type, std::move(memory), region[0] * region[1] * region[2],
                                                      destination, region, pattern, patternBytes);
}

} // namespace weft::core

#endif
