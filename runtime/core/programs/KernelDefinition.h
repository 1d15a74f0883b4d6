// A kernel of an executable program: its description and its machine code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_KERNEL_DEFINITION_H
#define WEFT_RUNTIME_CORE_PROGRAMS_KERNEL_DEFINITION_H

#include <memory>
#include <vector>

#include "core/programs/KernelVariant.h"
#include "core/programs/LaunchPlanCache.h"
#include "core/programs/Manifest.h"
#include "core/programs/ProgramMemory.h"
#include "core/programs/SpecialisedVariants.h"

namespace weft::core {

/// Kernel objects of the same name share a definition. The definition outlives a new build of the program.
class KernelDefinition {
public:
  using Blocks = std::vector<std::shared_ptr<KernelDefinition>>;

  /// `memory` holds the program's variables; it is null where the program has none. `blocks` are the blocks that a
  /// launch of the kernel may enqueue. The definition of a block itself gets no blocks, because a block may enqueue
  /// itself.
  KernelDefinition(std::shared_ptr<const ProgramCode> program, KernelManifest manifest, bool argumentInfo,
                   std::shared_ptr<ProgramMemory> memory, Blocks blocks = {});

  const KernelManifest &manifest() const { return manifest_; }
  /// All blocks that a launch by the host may enqueue, directly or through other blocks.
  const Blocks &blocks() const { return blocks_; }
  /// Whether clGetKernelArgInfo is available.
  bool argumentInfo() const { return argumentInfo_; }
  /// The code for launches that have these images and samplers and need no wide indices, as nearly all launches. The
  /// code is for any images and samplers where `constants` is empty, or where there is already code for too many other
  /// combinations. For code for distinct buffers, the code itself says which buffers must be distinct.
  SpecialisedVariants &index32(const ArgumentConstants &constants, CodeBuffers buffers = CodeBuffers::distinct) const
      WEFT_EXCLUDES(mutex_);
  /// A variant that answers questions about facts that all variants share. If possible, it is a variant that a launch
  /// has needed.
  KernelVariant &representative() const WEFT_EXCLUDES(mutex_);
  /// The code for launches whose ids need more than 31 bits, or that may reach large memory objects.
  KernelVariant &index64(CodeBuffers buffers = CodeBuffers::distinct) const { return *codesFor(buffers).index64; }
  /// The plans of launches whose code has narrow indices, is for distinct buffers, and has no constant images or
  /// samplers.
  LaunchPlanCache &launchPlanCache() const { return launchPlanCache_; }
  /// The memory of the program's variables; null where the program has none.
  const std::shared_ptr<ProgramMemory> &memory() const { return memory_; }

  /// Starts compiling the code that a first launch needs, on compile threads. It leaves out code that depends on the
  /// launch.
  void startSpeculatively() const;

private:
  struct Codes {
    Codes(const std::shared_ptr<const ProgramCode> &program, const KernelManifest &kernel, CodeBuffers buffers);
    std::unique_ptr<SpecialisedVariants> index32;
    std::shared_ptr<KernelVariant> index64;
  };
  const Codes &codesFor(CodeBuffers buffers) const { return buffers == CodeBuffers::distinct ? distinct_ : any_; }

  const KernelManifest manifest_;
  const bool argumentInfo_;
  const std::shared_ptr<ProgramMemory> memory_;
  const Blocks blocks_;
  const std::shared_ptr<const ProgramCode> program_;
  const Codes distinct_; ///< code for distinct buffers
  const Codes any_;      ///< code for any buffers
  mutable LaunchPlanCache launchPlanCache_;
  /// A kernel is usually launched with few combinations of image formats and samplers. If there are more, compiling the
  /// kernel for each combination is not worth it.
  static constexpr size_t maxSpecialised = 16;
  mutable Mutex mutex_;
  mutable std::vector<std::unique_ptr<SpecialisedVariants>> specialised_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
