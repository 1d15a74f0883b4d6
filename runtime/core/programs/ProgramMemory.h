// The variables that one executable program has in global memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_PROGRAM_MEMORY_H
#define WEFT_RUNTIME_CORE_PROGRAMS_PROGRAM_MEMORY_H

#include <cstddef>
#include <memory>

#include "Mutex.h"
#include "Result.h"
#include "core/programs/KernelVariant.h"
#include "core/programs/Manifest.h"

namespace weft::core {

/// The memory is made when the first launch of one of the program's kernels needs it, and is initialised once. All
/// kernels and launches of the program share it and keep it alive. Every build of a program has a memory of its own.
class ProgramMemory {
public:
  ProgramMemory(std::shared_ptr<const ProgramCode> program, ProgramMemoryManifest layout);
  ~ProgramMemory();
  ProgramMemory(const ProgramMemory &) = delete;
  ProgramMemory &operator=(const ProgramMemory &) = delete;

  /// Starts compiling the initialiser on a compile thread.
  void startSpeculatively();
  /// The address of the variables. They had their initial values when the first call returned. CL_OUT_OF_RESOURCES
  /// where there is no memory; errors of KernelVariant. Never called with a lock held.
  Result<void *> get() WEFT_EXCLUDES(mutex_);

private:
  Result<void *> make(std::shared_ptr<const cpu::KernelCode> initialiser) WEFT_REQUIRES(mutex_);

  const ProgramMemoryManifest layout_;
  const std::shared_ptr<KernelVariant> initialiser_; ///< null where all variables are zero at first
  Mutex mutex_;
  /// Initial values may be addresses of constants within the initialiser's own code.
  std::shared_ptr<const cpu::KernelCode> code_ WEFT_GUARDED_BY(mutex_);
  void *block_ WEFT_GUARDED_BY(mutex_) = nullptr; ///< as allocated
  size_t blockBytes_ WEFT_GUARDED_BY(mutex_) = 0;
  void *memory_ WEFT_GUARDED_BY(mutex_) = nullptr; ///< within the block; null until it is initialised
};

} // namespace weft::core

#endif
