// The command that frees shared virtual memory (clEnqueueSVMFree).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_SVM_FREE_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_SVM_FREE_COMMAND_H

#include <vector>

#include "core/commands/Command.h"

namespace weft::core {

/// If the application has given a callback, the callback frees the memory on the callback thread, instead of Weft. The
/// command ends after the callback has returned.
class SvmFreeCommand final : public Command {
public:
  using Callback = void(CL_CALLBACK *)(cl_command_queue queue, cl_uint count, void *pointers[], void *userData);

  SvmFreeCommand(CommandQueue &queue, std::vector<void *> pointers, Callback callback, void *userData)
      : Command(queue, CL_COMMAND_SVM_FREE), pointers_(std::move(pointers)), callback_(callback), userData_(userData) {}

private:
  cl_int perform() override;

  std::vector<void *> pointers_;
  const Callback callback_;
  void *const userData_;
};

} // namespace weft::core

#endif
