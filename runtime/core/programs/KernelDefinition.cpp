// A kernel's machine code, in as many variants as launches need.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/KernelDefinition.h"

#include <algorithm>

namespace weft::core {

KernelDefinition::KernelDefinition(std::shared_ptr<const ProgramCode> program, KernelManifest manifest,
                                   bool argumentInfo, std::shared_ptr<ProgramMemory> memory)
    : manifest_(std::move(manifest)), argumentInfo_(argumentInfo), memory_(std::move(memory)),
      program_(std::move(program)), narrow_(std::make_unique<NarrowCode>(program_, narrowRequest(manifest_.name))),
      wide_(std::make_shared<KernelVariant>(program_, generalRequest(manifest_.name))) {}

NarrowCode &KernelDefinition::narrow(const ArgumentConstants &constants) const {
  if (constants.empty())
    return *narrow_;
  Lock lock(mutex_);
  for (const auto &variant : specialised_)
    if (variant->constants() == constants)
      return *variant;
  if (specialised_.size() == maxSpecialised)
    return *narrow_;
  CodeRequest request = narrowRequest(manifest_.name);
  request.argumentConstants = constants;
  specialised_.push_back(std::make_unique<NarrowCode>(program_, std::move(request)));
  return *specialised_.back();
}

KernelVariant &KernelDefinition::representative() const {
  Lock lock(mutex_);
  return specialised_.empty() ? narrow_->forAnyLocalSize() : specialised_.front()->forAnyLocalSize();
}

void KernelDefinition::startAhead() const {
  const bool knowsItsCode = std::ranges::none_of(manifest_.arguments, [](const ArgumentManifest &argument) {
    return argument.kind == ArgumentKind::image || argument.kind == ArgumentKind::sampler;
  });
  if (knowsItsCode)
    narrow_->forAnyLocalSize().startAhead();
  if (memory_)
    memory_->startAhead();
}

} // namespace weft::core
