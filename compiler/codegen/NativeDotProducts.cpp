// Finds the instructions that a CPU has for dot products of bytes and 16-bit halves.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/NativeDotProducts.h"

#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The intrinsics of x86's dot-product instructions for registers of one size; not_intrinsic if the CPU lacks an
/// instruction.
struct Instructions {
  Intrinsic::ID addPairs = Intrinsic::not_intrinsic;      ///< pmaddwd: multiplies halves and adds pairs of products
  Intrinsic::ID halves = Intrinsic::not_intrinsic;        ///< vpdpwssd: adds the result of pmaddwd to a sum
  Intrinsic::ID bytes = Intrinsic::not_intrinsic;         ///< vpdpbusd: adds products of unsigned and signed bytes
  Intrinsic::ID signedBytes = Intrinsic::not_intrinsic;   ///< vpdpbssd
  Intrinsic::ID unsignedBytes = Intrinsic::not_intrinsic; ///< vpdpbuud
};

Instructions instructionsOf(const MCSubtargetInfo &cpu, unsigned lanes) {
  const auto has = [&](const char *features) { return cpu.checkFeatures(features); };
  const auto where = [](bool there, Intrinsic::ID id) { return there ? id : Intrinsic::not_intrinsic; };
  const bool vnni = has("+avxvnni") || has("+avx512vnni,+avx512vl"), vnniOfBytes = has("+avxvnniint8");
  switch (lanes) {
  case 4:
    return {where(has("+sse2"), Intrinsic::x86_sse2_pmadd_wd), where(vnni, Intrinsic::x86_avx512_vpdpwssd_128),
            where(vnni, Intrinsic::x86_avx512_vpdpbusd_128), where(vnniOfBytes, Intrinsic::x86_avx2_vpdpbssd_128),
            where(vnniOfBytes, Intrinsic::x86_avx2_vpdpbuud_128)};
  case 8:
    return {where(has("+avx2"), Intrinsic::x86_avx2_pmadd_wd), where(vnni, Intrinsic::x86_avx512_vpdpwssd_256),
            where(vnni, Intrinsic::x86_avx512_vpdpbusd_256), where(vnniOfBytes, Intrinsic::x86_avx2_vpdpbssd_256),
            where(vnniOfBytes, Intrinsic::x86_avx2_vpdpbuud_256)};
  default:
    return {where(has("+avx512bw"), Intrinsic::x86_avx512_pmaddw_d_512),
            where(has("+avx512vnni"), Intrinsic::x86_avx512_vpdpwssd_512),
            where(has("+avx512vnni"), Intrinsic::x86_avx512_vpdpbusd_512), Intrinsic::not_intrinsic,
            Intrinsic::not_intrinsic};
  }
}

/// Calls the intrinsic `id`, whose parameters are vectors of the same size as the operands.
Value *call(IRBuilder<> &builder, Intrinsic::ID id, ArrayRef<Value *> operands) {
  Function *function = Intrinsic::getOrInsertDeclaration(builder.GetInsertBlock()->getModule(), id);
  SmallVector<Value *> arguments;
  for (auto [number, operand] : enumerate(operands))
    arguments.push_back(
        builder.CreateBitCast(operand, function->getFunctionType()->getParamType(static_cast<unsigned>(number))));
  return builder.CreateCall(function, arguments);
}

Value *addHalves(IRBuilder<> &builder, const Instructions &cpu, Value *sum, Value *first, Value *second) {
  if (cpu.halves != Intrinsic::not_intrinsic)
    return call(builder, cpu.halves, {sum, first, second});
  return builder.CreateAdd(sum, call(builder, cpu.addPairs, {first, second}));
}

/// Extends every other byte of `bytes` to a half, beginning with the first or the second byte.
Value *everyOther(IRBuilder<> &builder, Value *bytes, bool fromSecond, bool isSigned) {
  auto *type =
      FixedVectorType::get(builder.getInt16Ty(), 2 * cast<FixedVectorType>(bytes->getType())->getNumElements());
  Value *halves = builder.CreateBitCast(bytes, type);
  if (!isSigned)
    return fromSecond ? builder.CreateLShr(halves, 8) : builder.CreateAnd(halves, 0xff);
  return builder.CreateAShr(fromSecond ? halves : builder.CreateShl(halves, 8), 8);
}

struct Signs {
  bool first, second;
};

Value *addBytesAsHalves(IRBuilder<> &builder, const Instructions &cpu, Signs signs, Value *sum, Value *first,
                        Value *second) {
  for (const bool fromSecond : {false, true})
    sum = addHalves(builder, cpu, sum, everyOther(builder, first, fromSecond, signs.first),
                    everyOther(builder, second, fromSecond, signs.second));
  return sum;
}

/// Adds products of signed bytes by an instruction for unsigned and signed bytes. A first byte counts as unsigned once
/// its sign bit is flipped, which adds 128 to it. So the product with a second byte y is 128 y too large. A second
/// instruction adds 128 (-1 - y). Both instructions together then give the product minus 128. An integer has four
/// bytes, so 512 is added to the sum in advance.
Value *addSignedBytes(IRBuilder<> &builder, const Instructions &cpu, Value *sum, Value *first, Value *second) {
  Constant *signBits = ConstantInt::get(first->getType(), 0x80808080);
  sum = builder.CreateAdd(sum, ConstantInt::get(first->getType(), 512));
  sum = call(builder, cpu.bytes, {sum, builder.CreateXor(first, signBits), second});
  return call(builder, cpu.bytes, {sum, signBits, builder.CreateNot(second)});
}

Value *addBytes(IRBuilder<> &builder, const Instructions &cpu, Signs signs, Value *sum, Value *first, Value *second) {
  Intrinsic::ID own = cpu.bytes;
  if (signs.first == signs.second)
    own = signs.first ? cpu.signedBytes : cpu.unsignedBytes;
  if (own != Intrinsic::not_intrinsic)
    return call(builder, own, {sum, first, second});
  if (signs.first && cpu.bytes != Intrinsic::not_intrinsic)
    return addSignedBytes(builder, cpu, sum, first, second);
  return addBytesAsHalves(builder, cpu, signs, sum, first, second);
}

} // namespace

NativeDotProducts::NativeDotProducts(const TargetMachine &target) {
  if (target.getTargetTriple().isX86())
    subtarget_ = target.getMCSubtargetInfo();
}

std::optional<NativeDotProduct> NativeDotProducts::find(unsigned bits, bool isFirstSigned, bool isSecondSigned,
                                                        unsigned lanes) const {
  if (!subtarget_ || (bits == 16 && !(isFirstSigned && isSecondSigned)))
    return std::nullopt;
  for (const unsigned most : {16u, 8u, 4u}) {
    const Instructions cpu = instructionsOf(*subtarget_, most);
    if (lanes % most != 0 || cpu.addPairs == Intrinsic::not_intrinsic)
      continue;
    return NativeDotProduct{most, [=](IRBuilder<> &builder, Value *sum, Value *first, Value *second) {
                              if (bits == 16)
                                return addHalves(builder, cpu, sum, first, second);
                              return addBytes(builder, cpu, {isFirstSigned, isSecondSigned}, sum, first, second);
                            }};
  }
  return std::nullopt;
}

} // namespace weft::compiler
