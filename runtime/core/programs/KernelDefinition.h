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

/// The kernel objects of the same name share a definition. It outlives a new build of the program.
class KernelDefinition {
public:
  using Blocks = std::vector<std::shared_ptr<KernelDefinition>>;

  /// `memory` holds the program's variables, null where it has none. `blocks` are the blocks that a launch of the
  /// kernel may lead to. A block itself is given none, because it may enqueue itself.
  KernelDefinition(std::shared_ptr<const ProgramCode> program, KernelManifest manifest, bool argumentInfo,
                   std::shared_ptr<ProgramMemory> memory, Blocks blocks = {});

  const KernelManifest &manifest() const { return manifest_; }
  /// All blocks that a launch by the host may enqueue, directly or not.
  const Blocks &blocks() const { return blocks_; }
  /// Whether clGetKernelArgInfo is available.
  bool argumentInfo() const { return argumentInfo_; }
  /// The code for launches that need no wide code (nearly all) and that have these images and samplers. The code is for
  /// any images and samplers where `constants` is empty, or where there is code for too many others already. The code
  /// for distinct buffers says which buffers must be distinct.
  SpecialisedVariants &index32(const ArgumentConstants &constants, CodeBuffers buffers = CodeBuffers::distinct) const
      WEFT_EXCLUDES(mutex_);
  /// A variant that can answer questions about what all variants have in common. It is a variant that a launch has
  /// needed, if possible.
  KernelVariant &representative() const WEFT_EXCLUDES(mutex_);
  /// The code for launches whose ids need more than 31 bits, or that may reach large objects in memory.
  KernelVariant &index64(CodeBuffers buffers = CodeBuffers::distinct) const { return *codesFor(buffers).index64; }
  /// For launches with narrow code for distinct buffers and without images or samplers.
  LaunchPlanCache &launchPlanCache() const { return launchPlanCache_; }
  /// Null where the program has no variables.
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
  /// A kernel is launched with few combinations of formats. With more of them, compiling the kernel for each is not
  /// worth it.
  static constexpr size_t maxSpecialised = 16;
  mutable Mutex mutex_;
  mutable std::vector<std::unique_ptr<SpecialisedVariants>> specialised_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
