// Commands that read and write a program's variables.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_VARIABLE_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_VARIABLE_COMMAND_H

#include <memory>

#include "core/commands/Command.h"
#include "core/commands/TransferCommand.h"
#include "core/programs/ProgramMemory.h"

namespace weft::core {

/// A copy between a subrange of a variable and the application's memory. The command keeps the variable's memory alive
/// until the command's end, even if the program is destroyed earlier.
class VariableCommand final : public Command {
public:
  struct Variable {
    std::shared_ptr<ProgramMemory> memory;
    std::byte *data; ///< lies within `memory`
    size_t bytes;
  };
  /// The application's side of the copy: the address to which a read stores, or from which a write loads.
  struct Access {
    void *to;
    const void *from;
    const void *pointer() const { return to ? to : from; }
  };
  static Access readTo(void *pointer) { return {pointer, nullptr}; }
  static Access writeFrom(const void *pointer) { return {nullptr, pointer}; }

  /// *Requires* an `access` with one pointer, and an offset and a size that lie within the variable.
  VariableCommand(CommandQueue &queue, Variable variable, const Access &access, size_t offset, size_t size)
      : Command(queue, access.to ? CL_COMMAND_READ_BUFFER : CL_COMMAND_WRITE_BUFFER),
        memory_(std::move(variable.memory)), bytes_(size),
        copy_(access.to ? access.to : variable.data + offset, access.to ? variable.data + offset : access.from, size) {}

private:
  cpu::Work *work() override { return &copy_; }
  cl_int perform() override { return outcomeOf(copy_, context()); }
  bool isLarge() const override { return bytes_ >= largeCopyBytes; }
  void describe(trace::CommandFacts &facts) const override { facts.bytes = bytes_; }
  void dropResources() override { memory_ = nullptr; }

  std::shared_ptr<ProgramMemory> memory_;
  const size_t bytes_;
  cpu::FaultCatchingWork<cpu::CopyWork> copy_;
};

} // namespace weft::core

#endif
