// The command that calls a function of the application (clEnqueueNativeKernel).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_NATIVE_KERNEL_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_NATIVE_KERNEL_COMMAND_H

#include <cstddef>
#include <vector>

#include "core/commands/Command.h"
#include "core/memory/Buffer.h"

namespace weft::core {

/// The function is called once, on a worker or on a thread that waits for commands. OpenCL 3.0 section 5.10 requires of
/// the application that the function doesn't wait for other commands.
class NativeKernelCommand final : public Command {
public:
  using Function = void(CL_CALLBACK *)(void *arguments);

  /// `arguments` is a copy of the application's arguments, with the addresses of the buffers already in it. If
  /// `hasArguments` is false, the function is called with NULL. The command holds references to the buffers until its
  /// end.
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
  // The function may take long, and no thread of the application may ever wait for the command. So a worker is woken
  // for it.
  bool isLarge() const override { return true; }
  void dropResources() override { buffers_.clear(); }

  std::vector<std::byte> arguments_;
  std::vector<RefPtr<Buffer>> buffers_;
  Call call_;
};

} // namespace weft::core

#endif
