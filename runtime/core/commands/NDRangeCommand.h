// The launch of a kernel over an index space.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_NDRANGE_COMMAND_H
#define WEFT_RUNTIME_CORE_COMMANDS_NDRANGE_COMMAND_H

#include <array>
#include <memory>
#include <vector>

#include "core/commands/Command.h"
#include "core/commands/Launch.h"
#include "core/commands/Work.h"
#include "core/memory/MemoryObject.h"
#include "core/programs/Kernel.h"

namespace weft::core {

/// Memory for the arguments of one launch, aligned as kernels expect it; within the object where they are few.
class ArgumentBlock {
public:
  explicit ArgumentBlock(size_t bytes);
  ArgumentBlock(const ArgumentBlock &) = delete;
  ArgumentBlock &operator=(const ArgumentBlock &) = delete;
  std::byte *data() const { return data_; }

private:
  static constexpr size_t inlineBytes = 128;
  std::array<std::byte, inlineBytes + WEFT_MEMORY_ALIGNMENT> inline_;
  std::unique_ptr<std::byte[]> heap_;
  std::byte *data_;
};

class NDRangeCommand final : public Command {
public:
  /// Takes a copy of the arguments as they are now. `memory` are the kernel's objects (Kernel::retainMemory).
  NDRangeCommand(CommandQueue &queue, cl_command_type type, const Kernel &kernel,
                 std::vector<RefPtr<MemoryObject>> memory, Launch launch);

private:
  cpu::Job *work() override { return &launch_; }
  cl_int perform() override;
  bool isLarge() const override { return large_; }
  void dropResources() override { memory_.clear(); }

  std::vector<RefPtr<MemoryObject>> memory_;
  const std::shared_ptr<ProgramMemory> programMemory_; ///< kept for the kernel, which may be released before it runs
  ArgumentBlock arguments_;
  const bool large_;
  Work<cpu::NDRangeJob> launch_;
};

} // namespace weft::core

#endif
