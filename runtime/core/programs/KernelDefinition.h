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

/// Shared by the kernel objects of that name; outlives a new build of the program.
class KernelDefinition {
public:
  using Blocks = std::vector<std::shared_ptr<KernelDefinition>>;

  /// `memory` holds the program's variables, null where it has none. `blocks` are those that come of a launch; a block
  /// itself is given none, as it may enqueue itself.
  KernelDefinition(std::shared_ptr<const ProgramCode> program, KernelManifest manifest, bool argumentInfo,
                   std::shared_ptr<ProgramMemory> memory, Blocks blocks = {});

  const KernelManifest &manifest() const { return manifest_; }
  /// All that a launch by the host may enqueue, directly or not.
  const Blocks &blocks() const { return blocks_; }
  /// Whether clGetKernelArgInfo may tell.
  bool argumentInfo() const { return argumentInfo_; }
  /// The code for launches that need no wide one (nearly all), and whose images and samplers are these; for any, where
  /// there are none or where there is code for too many others already. That for distinct buffers says which must be.
  SpecialisedVariants &narrow(const ArgumentConstants &constants, CodeBuffers buffers = CodeBuffers::distinct) const
      WEFT_EXCLUDES(mutex_);
  /// Code that can tell what all variants have in common, best one that a launch has needed.
  KernelVariant &representative() const WEFT_EXCLUDES(mutex_);
  /// For launches whose ids need more than 31 bits, or that may reach large objects in memory.
  KernelVariant &wide(CodeBuffers buffers = CodeBuffers::distinct) const { return *codesFor(buffers).wide; }
  /// Of launches with narrow code for distinct buffers, and no images or samplers.
  LaunchPlanCache &launchPlanCache() const { return launchPlanCache_; }
  /// Null where the program has no variables.
  const std::shared_ptr<ProgramMemory> &memory() const { return memory_; }

  /// Has the code that a first launch needs made on compile threads, unless it will be known by the launch only.
  void startAhead() const;

private:
  struct Codes {
    Codes(const std::shared_ptr<const ProgramCode> &program, const KernelManifest &kernel, CodeBuffers buffers);
    std::unique_ptr<SpecialisedVariants> narrow;
    std::shared_ptr<KernelVariant> wide;
  };
  const Codes &codesFor(CodeBuffers buffers) const { return buffers == CodeBuffers::distinct ? distinct_ : any_; }

  const KernelManifest manifest_;
  const bool argumentInfo_;
  const std::shared_ptr<ProgramMemory> memory_;
  const Blocks blocks_;
  const std::shared_ptr<const ProgramCode> program_;
  const Codes distinct_; ///< for distinct buffers
  const Codes any_;      ///< for any
  mutable LaunchPlanCache launchPlanCache_;
  /// A kernel is launched with few combinations of formats; with more it is not worth compiling it for each.
  static constexpr size_t maxSpecialised = 16;
  mutable Mutex mutex_;
  mutable std::vector<std::unique_ptr<SpecialisedVariants>> specialised_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
