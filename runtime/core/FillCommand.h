// Fills of a buffer with a pattern.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_FILL_COMMAND_H
#define WEFT_RUNTIME_CORE_FILL_COMMAND_H

#include "core/Buffer.h"
#include "core/Command.h"
#include "core/CopyCommand.h"
#include "core/Work.h"

namespace weft::core {

class FillCommand final : public Command {
public:
  FillCommand(CommandQueue &queue, RefPtr<Buffer> buffer, size_t offset, size_t bytes, const void *pattern,
              size_t patternBytes)
      : Command(queue, CL_COMMAND_FILL_BUFFER), bytes_(bytes),
        fill_(buffer->data() + offset, bytes, pattern, patternBytes), buffer_(std::move(buffer)) {}

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
