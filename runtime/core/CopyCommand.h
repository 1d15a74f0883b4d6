// Reads, writes and copies of a stretch of bytes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COPY_COMMAND_H
#define WEFT_RUNTIME_CORE_COPY_COMMAND_H

#include <array>

#include "core/Buffer.h"
#include "core/Command.h"
#include "core/Work.h"

namespace weft::core {

/// Bytes from which a copy pays for waking a worker.
inline constexpr size_t largeCopyBytes = 256 * 1024;

class CopyCommand final : public Command {
public:
  /// The buffers behind the two addresses are kept until the end; null where an address is the application's.
  CopyCommand(CommandQueue &queue, cl_command_type type, RefPtr<Buffer> destinationBuffer, void *destination,
              RefPtr<Buffer> sourceBuffer, const void *source, size_t bytes)
      : Command(queue, type), buffers_{std::move(destinationBuffer), std::move(sourceBuffer)}, bytes_(bytes),
        inPlace_(destination == source), copy_(destination, source, bytes) {}

private:
  // OpenCL 3.0 section 5.2.2: a CL_MEM_USE_HOST_PTR buffer may be read to where it is.
  cpu::Job *work() override { return inPlace_ ? nullptr : &copy_; }
  bool isLarge() const override { return bytes_ >= largeCopyBytes; }
  void dropResources() override { buffers_ = {}; }

  std::array<RefPtr<Buffer>, 2> buffers_;
  const size_t bytes_;
  const bool inPlace_;
  Work<cpu::CopyJob> copy_;
};

} // namespace weft::core

#endif
