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

/// All kernel objects for one kernel of an executable share its definition. They keep it alive if the program is built
/// again.
class KernelDefinition {
public:
  using Blocks = std::vector<std::shared_ptr<KernelDefinition>>;

  /// `memory` holds the program's variables; it is null if the program has none. `blocks` are the definitions of all
  /// blocks that a launch of the kernel may enqueue. For the definition of a block, the list is empty: blocks that
  /// enqueue themselves would otherwise refer to themselves.
  KernelDefinition(std::shared_ptr<const ProgramCode> program, KernelManifest manifest, bool argumentInfo,
                   std::shared_ptr<ProgramMemory> memory, Blocks blocks = {});

  const KernelManifest &manifest() const { return manifest_; }
  /// All blocks that a launch by the host may enqueue, directly or through other blocks.
  const Blocks &blocks() const { return blocks_; }
  /// Whether clGetKernelArgInfo is available.
  bool argumentInfo() const { return argumentInfo_; }
  /// The code with 32-bit indices, which nearly all launches can use. It is for launches with these image formats and
  /// samplers. If `constants` is empty, or if there is already code for `maxSpecialised` other combinations, it is for
  /// any image formats and samplers. With CodeBuffers::distinct, the launch must pass distinct buffers to the arguments
  /// that WeftKernelInfo::distinctArguments lists.
  SpecialisedVariants &index32(const ArgumentConstants &constants, CodeBuffers buffers = CodeBuffers::distinct) const
      WEFT_EXCLUDES(mutex_);
  /// A variant from which callers read facts that are the same for all variants. It is a variant that launches use, if
  /// possible, so that its code is there already.
  KernelVariant &representative() const WEFT_EXCLUDES(mutex_);
  /// The code with 64-bit indices. A launch needs it if its ids have more than 31 bits, or if its kernel may access
  /// large memory objects (Context::largeObjectBytes).
  KernelVariant &index64(CodeBuffers buffers = CodeBuffers::distinct) const { return *codesFor(buffers).index64; }
  /// The plans (checked local size, code and local memory) of earlier launches whose code has 32-bit indices, is for
  /// distinct buffers, and is not specialised for image formats or samplers.
  LaunchPlanCache &launchPlanCache() const { return launchPlanCache_; }
  /// The memory of the program's variables; null if the program has none.
  const std::shared_ptr<ProgramMemory> &memory() const { return memory_; }

  /// Starts compiling, on compile threads, the code that the first launch will need, as far as that can be known before
  /// the launch.
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
  /// The greatest number of combinations of image formats and samplers for which the kernel gets code of its own. Most
  /// kernels are launched with fewer. If there are more, it isn't worth compiling the kernel for each of them.
  static constexpr size_t maxSpecialised = 16;
  mutable Mutex mutex_;
  mutable std::vector<std::unique_ptr<SpecialisedVariants>> specialised_ WEFT_GUARDED_BY(mutex_);
};

} // namespace weft::core

#endif
