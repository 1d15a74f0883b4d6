// A kernel of an executable program: its description and its machine code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_KERNEL_DEFINITION_H
#define WEFT_RUNTIME_CORE_KERNEL_DEFINITION_H

#include <memory>

#include "core/KernelVariant.h"
#include "core/Manifest.h"

namespace weft::core {

/// Shared by the kernel objects of that name; outlives a new build of the program.
class KernelDefinition {
public:
  KernelDefinition(std::shared_ptr<const ProgramCode> program, KernelManifest manifest, bool argumentInfo)
      : manifest_(std::move(manifest)), argumentInfo_(argumentInfo),
        narrow_(std::make_shared<KernelVariant>(program, manifest_.name, false)),
        wide_(std::make_shared<KernelVariant>(program, manifest_.name, true)) {}

  const KernelManifest &manifest() const { return manifest_; }
  /// Whether clGetKernelArgInfo may tell.
  bool argumentInfo() const { return argumentInfo_; }
  /// The code for launches whose ids fit in 31 bits: nearly all.
  KernelVariant &narrow() const { return *narrow_; }
  KernelVariant &wide() const { return *wide_; }

private:
  const KernelManifest manifest_;
  const bool argumentInfo_;
  const std::shared_ptr<KernelVariant> narrow_;
  const std::shared_ptr<KernelVariant> wide_;
};

} // namespace weft::core

#endif
