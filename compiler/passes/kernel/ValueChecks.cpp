// Adds checks for operations whose result is undefined.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/InsertChecksPass.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "kernel/CheckCalls.h"
#include "kernel/KernelAttributes.h"
#include "kernel/PrintArguments.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isDivision(const Instruction &instruction) { return instruction.isIntDivRem(); }
bool isConversion(const Instruction &instruction) { return isa<FPToSIInst, FPToUIInst>(instruction); }

bool isSigned(const Instruction &instruction) {
  const unsigned opcode = instruction.getOpcode();
  return opcode == Instruction::SDiv || opcode == Instruction::SRem || opcode == Instruction::FPToSI;
}

class ValueChecks {
public:
  explicit ValueChecks(Function &kernel) : kernel_(kernel), calls_(kernel), tables_(*kernel.getParent()) {}

  void run() {
    SmallVector<Instruction *> all;
    for (Instruction &instruction : instructions(kernel_))
      if (mayBeBad(instruction))
        all.push_back(&instruction);
    for (Instruction *instruction : all)
      check(*instruction);
    for (Instruction &instruction : make_early_inc_range(instructions(kernel_)))
      if (auto *call = dyn_cast<CallInst>(&instruction);
          call && call->getCalledFunction() && isPrintf(*call->getCalledFunction()))
        checkFormat(*call);
  }

private:
  bool mayBeBad(const Instruction &instruction) const {
    if (isConversion(instruction))
      return !isa<Constant>(instruction.getOperand(0));
    if (!isDivision(instruction) && !instruction.isShift())
      return false;
    const KnownBits second = computeKnownBits(instruction.getOperand(1), kernel_.getDataLayout());
    if (instruction.isShift())
      return second.getMaxValue().uge(second.getBitWidth());
    return !second.isNonZero() || (isSigned(instruction) && second.isNegative()) ||
           (isSigned(instruction) && !second.isNonNegative());
  }

  /// Returns an i1: whether the operation is undefined for the operands `first` and `second`, which may be scalars or
  /// single elements of vectors.
  Value *isBad(IRBuilder<> &builder, const Instruction &instruction, Value *first, Value *second) const {
    if (isConversion(instruction))
      return builder.CreateNot(isConvertible(builder, instruction, first));
    Type *type = second->getType();
    const unsigned bits = type->getScalarSizeInBits();
    if (instruction.isShift())
      return builder.CreateICmpUGE(second, ConstantInt::get(type, bits));
    Value *byZero = builder.CreateICmpEQ(second, Constant::getNullValue(type));
    if (!isSigned(instruction))
      return byZero;
    Value *isLeast = builder.CreateICmpEQ(first, ConstantInt::get(type, APInt::getSignedMinValue(bits)));
    Value *byMinusOne = builder.CreateICmpEQ(second, Constant::getAllOnesValue(type));
    return builder.CreateOr(byZero, builder.CreateAnd(isLeast, byMinusOne));
  }

  /// Returns an i1: whether the integer type can hold the value once it is rounded towards zero. It can if the value is
  /// greater than the integer just below the type's range and less than the integer just above the range. If the
  /// floating-point type can't represent the integer below the range, the value is compared with the range's least
  /// integer instead: it must not be less. If the floating-point type can't represent the integer above the range, the
  /// value must be less than infinity. The i1 is false for NaN.
  static Value *isConvertible(IRBuilder<> &builder, const Instruction &instruction, Value *value) {
    const unsigned bits = instruction.getType()->getScalarSizeInBits();
    const fltSemantics &semantics = value->getType()->getScalarType()->getFltSemantics();
    const auto constant = [&](const APInt &integer, bool &isExact) {
      APFloat number(semantics);
      isExact = number.convertFromAPInt(integer, /*IsSigned=*/true, APFloat::rmTowardZero) == APFloat::opOK;
      return ConstantFP::get(value->getType(), number);
    };
    const bool hasSign = isSigned(instruction);
    const APInt least = hasSign ? APInt::getSignedMinValue(bits).sext(bits + 2) : APInt(bits + 2, 0);
    const APInt most =
        hasSign ? APInt::getSignedMaxValue(bits).sext(bits + 2) : APInt::getMaxValue(bits).zext(bits + 2);
    bool hasBelow = false, hasAbove = false;
    Constant *below = constant(least - 1, hasBelow);
    Constant *above = constant(most + 1, hasAbove);
    bool hasLeast = false;
    Value *isAbove =
        hasBelow ? builder.CreateFCmpOGT(value, below) : builder.CreateFCmpOGE(value, constant(least, hasLeast));
    // A floating-point type can't represent the integer above the range only if the type is half and its greatest value
    // is less than that integer. Then each half except infinity can be converted.
    Value *isBelow = hasAbove ? builder.CreateFCmpOLT(value, above)
                              : builder.CreateFCmpOLT(value, ConstantFP::getInfinity(value->getType()));
    return builder.CreateAnd(isAbove, isBelow);
  }

  void check(Instruction &instruction) {
    IRBuilder<> builder(&instruction);
    Value *first = instruction.getOperand(0);
    Value *second = instruction.getNumOperands() > 1 ? instruction.getOperand(1) : nullptr;
    auto *vector = dyn_cast<FixedVectorType>(first->getType());
    Value *anyBad = nullptr, *badFirst = nullptr, *badSecond = nullptr;
    for (unsigned i = vector ? vector->getNumElements() : 1; i-- > 0;) {
      Value *x = vector ? builder.CreateExtractElement(first, i) : first;
      Value *y = vector && second ? builder.CreateExtractElement(second, i) : second;
      Value *bad = isBad(builder, instruction, x, y);
      badFirst = badFirst ? builder.CreateSelect(bad, x, badFirst) : x;
      badSecond = badSecond ? builder.CreateSelect(bad, y, badSecond) : y;
      anyBad = anyBad ? builder.CreateOr(anyBad, bad) : bad;
    }
    Instruction *then = SplitBlockAndInsertIfThen(anyBad, instruction.getIterator(), /*Unreachable=*/false);
    IRBuilder<> report(then);
    report.SetCurrentDebugLocation(instruction.getDebugLoc());
    const WeftCheckKind kind = isConversion(instruction) ? WEFT_CHECK_CONVERSION
                               : instruction.isShift()   ? WEFT_CHECK_SHIFT
                                                         : WEFT_CHECK_DIVISION;
    Constant *site = calls_.site(instruction, {.kind = kind,
                                               .object = isSigned(instruction) ? "signed" : "unsigned",
                                               .bytes = instruction.getType()->getScalarSizeInBits() / 8});
    if (kind == WEFT_CHECK_SHIFT)
      std::swap(badFirst, badSecond);
    calls_.report(report, site, asNumber(report, instruction, badFirst), asNumber(report, instruction, badSecond));
  }

  /// Adds a call of the checker, which parses printf's format at run time and compares it with the types of the
  /// arguments.
  void checkFormat(CallInst &call) {
    SmallVector<WeftPrintArgument> arguments;
    for (const Use &argument : drop_begin(call.args()))
      arguments.push_back(describePrintArgument(*argument->getType()));
    IRBuilder<> builder(&call);
    Type *number = builder.getInt64Ty();
    calls_.printed(
        builder, calls_.site(call, {.kind = WEFT_CHECK_PRINTF, .bytes = static_cast<uint32_t>(arguments.size())}),
        builder.CreatePtrToInt(call.getArgOperand(0), number), builder.CreatePtrToInt(tables_.of(arguments), number));
  }

  static Value *asNumber(IRBuilder<> &builder, const Instruction &instruction, Value *value) {
    Type *number = builder.getInt64Ty();
    if (!value)
      return builder.getInt64(0);
    if (value->getType()->isFloatingPointTy())
      return builder.CreateBitCast(builder.CreateFPCast(value, builder.getDoubleTy()), number);
    return isSigned(instruction) ? builder.CreateSExtOrTrunc(value, number) : builder.CreateZExtOrTrunc(value, number);
  }

  Function &kernel_;
  CheckCalls calls_;
  PrintArgumentTables tables_;
};

} // namespace

void insertValueChecks(Function &kernel) { ValueChecks(kernel).run(); }

} // namespace weft::compiler
