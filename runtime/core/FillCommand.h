// Fills of memory with a pattern.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_FILL_COMMAND_H
#define WEFT_RUNTIME_CORE_FILL_COMMAND_H

#include "core/Command.h"
#include "core/MemoryObject.h"
#include "core/TransferCommand.h"
#include "core/Work.h"

namespace weft::core {

class FillCommand final : public Command {
public:
  /// The object that the address lies in is kept until the end; null where the memory is the application's.
  FillCommand(CommandQueue &queue, cl_command_type type, RefPtr<MemoryObject> memory, void *destination, size_t bytes,
              const void *pattern, size_t patternBytes)
      : Command(queue, type), bytes_(bytes), fill_(destination, bytes, pattern, patternBytes),
        memory_(std::move(memory)) {}

private:
  cpu::Job *work() override { return &fill_; }
  bool isLarge() const override { return bytes_ >= largeCopyBytes; }
  void dropResources() override { memory_ = nullptr; }

  const size_t bytes_;
  Work<cpu::FillJob> fill_;
  RefPtr<MemoryObject> memory_;
};

} // namespace weft::core

#endif
