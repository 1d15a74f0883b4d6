// Reads, writes and copies of a rectangular region.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_RECTANGLE_COMMAND_H
#define WEFT_RUNTIME_CORE_RECTANGLE_COMMAND_H

#include <array>

#include "core/Buffer.h"
#include "core/Command.h"
#include "core/CopyCommand.h"
#include "core/Rectangle.h"
#include "core/Work.h"

namespace weft::core {

class RectangleCommand final : public Command {
public:
  /// The buffers of the two sides are kept until the end; null where a side is the application's memory.
  RectangleCommand(CommandQueue &queue, cl_command_type type, RefPtr<Buffer> destinationBuffer,
                   const cpu::RectangleSide &destination, RefPtr<Buffer> sourceBuffer, const cpu::RectangleSide &source,
                   const Region &region)
      : Command(queue, type), buffers_{std::move(destinationBuffer), std::move(sourceBuffer)},
        bytes_(region[0] * region[1] * region[2]), inPlace_(sameRectangle(destination, source)),
        copy_(destination, source, region) {}

private:
  // OpenCL 3.0 section 5.2.2: a CL_MEM_USE_HOST_PTR buffer may be read to where it is.
  cpu::Job *work() override { return inPlace_ ? nullptr : &copy_; }
  bool isLarge() const override { return bytes_ >= largeCopyBytes; }
  void dropResources() override { buffers_ = {}; }

  std::array<RefPtr<Buffer>, 2> buffers_;
  const size_t bytes_;
  const bool inPlace_;
  Work<cpu::RectangleCopyJob> copy_;
};

} // namespace weft::core

#endif
