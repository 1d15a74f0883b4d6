// Commands without work of their own: markers, barriers, maps, unmaps, migrations, launches of an empty range.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_MARKER_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_MARKER_COMMAND_H

#include <vector>

#include "core/commands/Command.h"
#include "core/memory/MemoryObject.h"

namespace weft::core {

/// Nothing runs for the command: its only effect is the order that its edges in the command graph give. Maps and
/// migrations need no more, because host and device share their memory.
class MarkerCommand final : public Command {
public:
  /// The command keeps the memory objects until its end.
  MarkerCommand(CommandQueue &queue, cl_command_type type, std::vector<RefPtr<MemoryObject>> memory = {})
      : Command(queue, type), memory_(std::move(memory)) {}
  MarkerCommand(CommandQueue &queue, cl_command_type type, Ordering ordering) : Command(queue, type, ordering) {}

private:
  void dropResources() override { memory_.clear(); }

  std::vector<RefPtr<MemoryObject>> memory_;
};

} // namespace weft::core

#endif
