// Computes the offset of each argument in the argument block, the memory from which a kernel loads its arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/ArgumentLayout.h"

#include <algorithm>

#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Alignment.h"

#include "kernel/OpaqueTypes.h"

using namespace llvm;

namespace weft::compiler {

Type *argumentSlotType(const Argument &argument) {
  return argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
}

ArgumentLayout layoutArguments(const Function &kernel) {
  const DataLayout &layout = kernel.getDataLayout();
  ArgumentLayout result{{}, 0};
  for (const Argument &argument : kernel.args()) {
    Type *type = argumentSlotType(argument);
    Align alignment = layout.getABITypeAlign(type);
    if (argument.hasByValAttr())
      alignment = std::max(alignment, argument.getParamAlign().valueOrOne());
    uint64_t size = layout.getTypeAllocSize(type).getFixedValue();
    if (isa<TargetExtType>(type)) {
      size = isSamplerType(type) ? sizeof(uint32_t) : sizeof(void *);
      alignment = Align(size);
    }
    uint64_t offset = alignTo(result.bytes, alignment);
    result.slots.push_back({offset, size, alignment.value()});
    result.bytes = offset + size;
  }
  return result;
}

} // namespace weft::compiler
