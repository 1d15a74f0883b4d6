// A kernel of an executable program: its description and its machine code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_KERNEL_DEFINITION_H
#define WEFT_RUNTIME_CORE_KERNEL_DEFINITION_H

#include <memory>

#include "core/KernelVariant.h"
#include "core/Manifest.h"
#include "core/ProgramMemory.h"

namespace weft::core {

/// Shared by the kernel objects of that name; outlives a new build of the program.
class KernelDefinition {
public:
  /// `memory` holds the program's variables, null where it has none.
  KernelDefinition(std::shared_ptr<const ProgramCode> program, KernelManifest manifest, bool argumentInfo,
                   std::shared_ptr<ProgramMemory> memory)
      : manifest_(std::move(manifest)), argumentInfo_(argumentInfo), memory_(std::move(memory)),
        narrow_(std::make_shared<KernelVariant>(program, manifest_.name, false)),
        wide_(std::make_shared<KernelVariant>(program, manifest_.name, true)) {}

  const KernelManifest &manifest() const { return manifest_; }
  /// Whether clGetKernelArgInfo may tell.
  bool argumentInfo() const { return argumentInfo_; }
  /// The code for launches whose ids fit in 31 bits: nearly all.
  KernelVariant &narrow() const { return *narrow_; }
  KernelVariant &wide() const { return *wide_; }
  /// Null where the program has no variables.
  const std::shared_ptr<ProgramMemory> &memory() const { return memory_; }

  /// Has the code that a first launch needs made on compile threads.
  void startAhead() const {
    narrow_->startAhead();
    if (memory_)
      memory_->startAhead();
  }

private:
  const KernelManifest manifest_;
  const bool argumentInfo_;
  const std::shared_ptr<ProgramMemory> memory_;
  const std::shared_ptr<KernelVariant> narrow_;
  const std::shared_ptr<KernelVariant> wide_;
};

} // namespace weft::core

#endif
