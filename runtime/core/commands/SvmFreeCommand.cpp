// The command that frees shared virtual memory (clEnqueueSVMFree).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/SvmFreeCommand.h"

#include "TaskThreads.h"
#include "core/commands/CommandQueue.h"

namespace weft::core {

cl_int SvmFreeCommand::perform() {
  if (!callback_) {
    for (void *pointer : pointers_)
      context().sharedMemory().free(pointer); // as in clSVMFree, a pointer that is no allocation is left alone
    return CL_COMPLETE;
  }
  context().services().callbackThread.post([this] {
    callback_(queue()->show(), static_cast<cl_uint>(pointers_.size()), pointers_.data(), userData_);
    end(CL_COMPLETE);
  });
  return endsLater;
}

} // namespace weft::core
