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

/// The memory is allocated and initialised once, when the first of the program's kernels is launched. All kernels and
/// launches of the program share it and keep it alive. If the program is built again, the new executable gets memory of
/// its own.
class ProgramMemory {
public:
  ProgramMemory(std::shared_ptr<const ProgramCode> program, ProgramMemoryManifest layout);
  ~ProgramMemory();
  ProgramMemory(const ProgramMemory &) = delete;
  ProgramMemory &operator=(const ProgramMemory &) = delete;

  /// Starts compiling the kernel that stores the initial values, on a compile thread.
  void startSpeculatively();
  /// The address of the variables. The first call allocates the memory and stores the initial values.
  /// CL_OUT_OF_RESOURCES if there is no memory; errors of KernelVariant. Never called with a lock held.
  Result<void *> get() WEFT_EXCLUDES(mutex_);

private:
  Result<void *> make(std::shared_ptr<const cpu::KernelCode> initialiser) WEFT_REQUIRES(mutex_);

  const ProgramMemoryManifest layout_;
  const std::shared_ptr<KernelVariant> initialiser_; ///< the kernel that stores the initial values; null if all
                                                     ///< variables start as zero
  Mutex mutex_;
  /// The initialiser's code stays loaded, because initial values may be addresses of constants in it.
  std::shared_ptr<const cpu::KernelCode> code_ WEFT_GUARDED_BY(mutex_);
  void *block_ WEFT_GUARDED_BY(mutex_) = nullptr; ///< the address that the allocation returned
  size_t blockBytes_ WEFT_GUARDED_BY(mutex_) = 0;
  void *memory_ WEFT_GUARDED_BY(mutex_) = nullptr; ///< the address of the variables, within the block; null until the
                                                   ///< variables are initialised
};

} // namespace weft::core

#endif
