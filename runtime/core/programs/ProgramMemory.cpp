// The variables that one executable program has in global memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/ProgramMemory.h"

#include <BufferMemory.h>
#include <CL/cl.h>

#include <algorithm>

#include "Pages.h"
#include "Text.h"
#include "core/objects/Cpu.h"

namespace weft::core {

ProgramMemory::ProgramMemory(std::shared_ptr<const ProgramCode> program, ProgramMemoryManifest layout)
    : layout_(std::move(layout)),
      initialiser_(layout_.initialiser.empty()
                       ? nullptr
                       : std::make_shared<KernelVariant>(
                             std::move(program),
                             requestFor(layout_.initialiser, CodeIndices::index32, CodeBuffers::distinct))) {}

ProgramMemory::~ProgramMemory() { cpu::freeAligned(block_, blockBytes_); }

void ProgramMemory::startSpeculatively() {
  if (initialiser_)
    initialiser_->startSpeculatively();
}

Result<void *> ProgramMemory::get() {
  {
    Lock lock(mutex_);
    if (memory_)
      return memory_;
  }
  std::shared_ptr<const cpu::KernelCode> code;
  if (initialiser_)
    code = *TRY(initialiser_->get());
  Lock lock(mutex_);
  if (!memory_)
    memory_ = TRY(make(std::move(code)));
  return memory_;
}

Result<void *> ProgramMemory::make(std::shared_ptr<const cpu::KernelCode> initialiser) {
  // A variable may require an alignment of more than a page, though that is unusual. Then the block is allocated so
  // large that an aligned address lies in it.
  const size_t alignment = std::max<size_t>(layout_.alignment, WEFT_MEMORY_ALIGNMENT);
  const size_t blockBytes = layout_.bytes + (alignment > cpu::pageBytes ? alignment : 0);
  if (!block_) {
    block_ = cpu::allocateZeroed(blockBytes, std::min(alignment, cpu::pageBytes));
    blockBytes_ = blockBytes;
  }
  if (!block_)
    return fail(CL_OUT_OF_RESOURCES,
                concat("There is no memory for the ", layout_.bytes, " bytes of the program's variables."));
  const auto start = reinterpret_cast<uintptr_t>(block_);
  auto *memory = reinterpret_cast<void *>((start + alignment - 1) / alignment * alignment);
  if (initialiser && !cpu::runOneWorkItem(initialiser, memory))
    return fail(CL_OUT_OF_RESOURCES,
                "The program's variables could not be initialised: there was no memory, or a fault.");
  code_ = std::move(initialiser);
  return memory;
}

} // namespace weft::core
