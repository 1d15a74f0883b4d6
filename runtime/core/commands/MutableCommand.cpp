// The application's handle of a recorded launch that may be changed: its link to the command-buffer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/MutableCommand.h"

#include "core/commands/CommandBuffer.h"

namespace weft::core {

RefPtr<CommandBuffer> MutableCommand::buffer() const {
  Lock lock(mutex_);
  if (!buffer_ || !buffer_->retainIfAlive())
    return nullptr;
  return RefPtr<CommandBuffer>::adopt(buffer_);
}

bool MutableCommand::isOf(const CommandBuffer &buffer) const {
  Lock lock(mutex_);
  return buffer_ == &buffer;
}

void MutableCommand::forgetBuffer() noexcept {
  Lock lock(mutex_);
  buffer_ = nullptr;
}

} // namespace weft::core
