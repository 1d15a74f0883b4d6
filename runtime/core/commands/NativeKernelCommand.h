// A function of the application as a command.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_NATIVE_KERNEL_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_NATIVE_KERNEL_COMMAND_H

#include <cstddef>
#include <vector>

#include "core/commands/Command.h"
#include "core/memory/Buffer.h"

namespace weft::core {

/// Called once, by a worker or a thread that waits. OpenCL 3.0 section 5.10 leaves it to the application that the
/// function calls nothing that waits for another command.
class NativeKernelCommand final : public Command {
public:
  using Function = void(CL_CALLBACK *)(void *arguments);

  /// `arguments` are a copy of the application's, in which the buffers' addresses already stand. `hasArguments` is
  /// false where the function is to be given NULL. The buffers are kept until the end.
  NativeKernelCommand(CommandQueue &queue, Function function, std::vector<std::byte> arguments, bool hasArguments,
                      std::vector<RefPtr<Buffer>> buffers)
      : Command(queue, CL_COMMAND_NATIVE_KERNEL), arguments_(std::move(arguments)), buffers_(std::move(buffers)),
        call_(function, hasArguments ? arguments_.data() : nullptr) {}

private:
  class Call final : public cpu::Work {
  public:
    Call(Function function, void *arguments) : function_(function), arguments_(arguments) {}
    uint64_t size() const override { return 1; }
    void run(uint64_t, uint64_t, cpu::Arena &) override { function_(arguments_); }

  private:
    const Function function_;
    void *const arguments_;
  };

  cpu::Work *work() override { return &call_; }
  // How long it takes is unknown; a thread that only flushes must not be all there is to run it.
  bool isLarge() const override { return true; }
  void dropResources() override { buffers_.clear(); }

  std::vector<std::byte> arguments_;
  std::vector<RefPtr<Buffer>> buffers_;
  Call call_;
};

} // namespace weft::core

#endif
