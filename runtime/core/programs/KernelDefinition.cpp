// Creates a kernel's machine code, in the variants that launches need.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/KernelDefinition.h"

#include <algorithm>

namespace weft::core {

KernelDefinition::Codes::Codes(const std::shared_ptr<const ProgramCode> &program, const KernelManifest &kernel,
                               CodeBuffers buffers)
    : index32(std::make_unique<SpecialisedVariants>(
          program, requestFor(kernel.name, CodeIndices::index32, buffers, kernel.checks), kernel)),
      index64(std::make_shared<KernelVariant>(program,
                                              requestFor(kernel.name, CodeIndices::index64, buffers, kernel.checks),
                                              KernelVariant::Search::allowed)) {}

KernelDefinition::KernelDefinition(std::shared_ptr<const ProgramCode> program, KernelManifest manifest,
                                   bool argumentInfo, std::shared_ptr<ProgramMemory> memory, Blocks blocks)
    : manifest_(std::move(manifest)), argumentInfo_(argumentInfo), memory_(std::move(memory)),
      blocks_(std::move(blocks)), program_(std::move(program)), distinct_(program_, manifest_, CodeBuffers::distinct),
      any_(program_, manifest_, CodeBuffers::any) {}

SpecialisedVariants &KernelDefinition::index32(const ArgumentConstants &constants, CodeBuffers buffers) const {
  const Codes &codes = codesFor(buffers);
  if (constants.empty())
    return *codes.index32;
  Lock lock(mutex_);
  for (const auto &variant : specialised_)
    if (variant->request().argumentConstants == constants && variant->request().buffers == buffers)
      return *variant;
  if (specialised_.size() == maxSpecialised)
    return *codes.index32;
  CodeRequest request = codes.index32->request();
  request.argumentConstants = constants;
  specialised_.push_back(std::make_unique<SpecialisedVariants>(program_, std::move(request), manifest_));
  return *specialised_.back();
}

KernelVariant &KernelDefinition::representative() const {
  Lock lock(mutex_);
  return specialised_.empty() ? distinct_.index32->usual() : specialised_.front()->usual();
}

void KernelDefinition::startSpeculatively() const {
  const bool knowsItsCode = std::ranges::none_of(manifest_.arguments, [](const ArgumentManifest &argument) {
    return argument.kind == ArgumentKind::image || argument.kind == ArgumentKind::sampler;
  });
  if (knowsItsCode)
    distinct_.index32->startSpeculatively();
  // Kernels pass addresses to blocks, and the objects at these addresses may be large. So blocks need code with 64-bit
  // indices.
  for (const auto &block : blocks_)
    block->index64().startSpeculatively();
  if (memory_)
    memory_->startSpeculatively();
}

} // namespace weft::core
