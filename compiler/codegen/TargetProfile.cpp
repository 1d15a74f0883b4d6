// Collects a CPU's vector registers, the operations on vectors that it has, and what each operation costs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/TargetProfile.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include "codegen/TargetArchitectures.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// Returns the smallest element size, in bytes, such that `isLegal` returns true for vectors of `lanes` elements; 0
/// if there is none.
unsigned smallestElement(LLVMContext &context, unsigned lanes, function_ref<bool(Type *, Align)> isLegal) {
  for (const unsigned bytes : {1u, 2u, 4u, 8u})
    if (isLegal(FixedVectorType::get(Type::getIntNTy(context, 8 * bytes), lanes), Align(bytes)))
      return bytes;
  return 0;
}

/// Fills in TargetProfile::Legal as TargetTransformInfo answers for vectors of packets of the usual width.
void askLegality(TargetProfile &profile, const TargetTransformInfo &target, LLVMContext &context) {
  const auto smallest = [&](function_ref<bool(Type *, Align)> isLegal) {
    return smallestElement(context, profile.packets.usual, isLegal);
  };
  TargetProfile::Legal &legal = profile.legal;
  legal.masked = smallest([&](Type *type, Align alignment) {
    return target.isLegalMaskedLoad(type, alignment, 0) && target.isLegalMaskedStore(type, alignment, 0);
  });
  legal.gathered = smallest([&](Type *type, Align alignment) { return target.isLegalMaskedGather(type, alignment); });
  legal.scattered = smallest([&](Type *type, Align alignment) { return target.isLegalMaskedScatter(type, alignment); });
  legal.compressed =
      smallest([&](Type *type, Align alignment) { return target.isLegalMaskedCompressStore(type, alignment); });
  legal.expanded =
      smallest([&](Type *type, Align alignment) { return target.isLegalMaskedExpandLoad(type, alignment); });
}

} // namespace

TargetProfile TargetProfile::generic() {
  TargetProfile profile;
  profile.packets = {.usual = 8, .widest = 8}; // a `float` value of a packet fills two registers
  profile.registers = {.count = 16, .bytes = 16};
  profile.cycles = cyclesOfX86(); // no other architecture has been measured
  return profile;
}

TargetProfile TargetProfile::of(const TargetMachine &target) {
  TargetProfile profile = generic();
  const Triple &triple = target.getTargetTriple();
  const MCSubtargetInfo &subtarget = *target.getMCSubtargetInfo();
  if (triple.isX86())
    describeX86(profile, subtarget);
  else if (triple.isAArch64())
    describeAArch64(profile, subtarget);
  // LLVM answers queries for a function, by the CPU that the function's attributes name. For a function without
  // attributes it answers for the CPU of `target`.
  LLVMContext context;
  Module module("profile", context);
  module.setTargetTriple(triple);
  module.setDataLayout(target.createDataLayout());
  const Function *probe =
      Function::Create(FunctionType::get(Type::getVoidTy(context), false), GlobalValue::ExternalLinkage, "k", module);
  const TargetTransformInfo info = target.getTargetTransformInfo(*probe);
  profile.registers.count = info.getNumberOfRegisters(info.getRegisterClassForType(/*Vector=*/true));
  askLegality(profile, info, context);
  return profile;
}

} // namespace weft::compiler
