// Fills of memory with a pattern.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_FILL_COMMAND_H
#define WEFT_RUNTIME_CORE_FILL_COMMAND_H

#include "core/Buffer.h"
#include "core/Command.h"
#include "core/TransferCommand.h"
#include "core/Work.h"

namespace weft::core {

class FillCommand final : public Command {
public:
  /// The buffer that the address lies in is kept until the end; null where the memory is the application's.
  FillCommand(CommandQueue &queue, cl_command_type type, RefPtr<Buffer> buffer, void *destination, size_t bytes,
              const void *pattern, size_t patternBytes)
      : Command(queue, type), bytes_(bytes), fill_(destination, bytes, pattern, patternBytes),
        buffer_(std::move(buffer)) {}

private:
  cpu::Job *work() override { return &fill_; }
  bool isLarge() const override { return bytes_ >= largeCopyBytes; }
  void dropResources() override { buffer_ = nullptr; }

  const size_t bytes_;
  Work<cpu::FillJob> fill_;
  RefPtr<Buffer> buffer_;
};

} // namespace weft::core

#endif
