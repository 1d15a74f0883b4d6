// Replaces calls of builtins that are a few instructions by these instructions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/LowerBuiltinsPass.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include "builtins/archive/MangledName.h"
#include "kernel/SubGroupCollectives.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// The arguments of a call. If the builtin takes a scalar in place of a vector, the operand is a vector with the scalar
/// in each element.
struct Operation {
  IRBuilder<> &builder;
  SmallVector<Value *, 3> arguments;
  bool isSigned; ///< whether the first argument's elements have a sign

  Value *operator[](size_t number) const { return arguments[number]; }
  Value *intrinsic(Intrinsic::ID id) const { return builder.CreateIntrinsic(id, {arguments[0]->getType()}, arguments); }
};

using Lowering = Value *(*)(const Operation &);

template <Intrinsic::ID id> Value *lowerTo(const Operation &operation) { return operation.intrinsic(id); }

template <Intrinsic::ID ifSigned, Intrinsic::ID ifUnsigned> Value *lowerBySign(const Operation &operation) {
  return operation.intrinsic(operation.isSigned ? ifSigned : ifUnsigned);
}

/// Lowers fmin or fmax. If one operand is NaN, the result is the other operand. If the operands are 0 and -0, the
/// result may be either, as in C (section 6.15.2).
template <Intrinsic::ID id> Value *lowerIgnoringNan(const Operation &operation) {
  FastMathFlags flags = operation.builder.getFastMathFlags();
  flags.setNoSignedZeros();
  return operation.builder.CreateIntrinsic(id, {operation[0]->getType()}, operation.arguments, FMFSource(flags));
}

/// For min, max and clamp of floats, section 6.15.4 leaves open the results for NaNs, so a comparison and a select are
/// enough.
Value *smaller(const Operation &of, Value *a, Value *b) {
  if (a->getType()->isFPOrFPVectorTy())
    return of.builder.CreateSelect(of.builder.CreateFCmpOLT(b, a), b, a);
  return of.builder.CreateBinaryIntrinsic(of.isSigned ? Intrinsic::smin : Intrinsic::umin, a, b);
}

Value *larger(const Operation &of, Value *a, Value *b) {
  if (a->getType()->isFPOrFPVectorTy())
    return of.builder.CreateSelect(of.builder.CreateFCmpOLT(a, b), b, a);
  return of.builder.CreateBinaryIntrinsic(of.isSigned ? Intrinsic::smax : Intrinsic::umax, a, b);
}

Value *lowerMin(const Operation &of) { return smaller(of, of[0], of[1]); }
Value *lowerMax(const Operation &of) { return larger(of, of[0], of[1]); }
Value *lowerClamp(const Operation &of) { return smaller(of, larger(of, of[0], of[1]), of[2]); }

Value *lowerAbs(const Operation &of) {
  return of.isSigned ? of.builder.CreateBinaryIntrinsic(Intrinsic::abs, of[0], of.builder.getFalse()) : of[0];
}

/// For mul24 a plain multiplication is enough: for operands of more than 24 bits the result is implementation-defined
/// (section 6.15.3).
Value *lowerMul24(const Operation &of) { return of.builder.CreateMul(of[0], of[1]); }
Value *lowerMad24(const Operation &of) { return of.builder.CreateAdd(of.builder.CreateMul(of[0], of[1]), of[2]); }

Value *lowerRotate(const Operation &of) {
  return of.builder.CreateIntrinsic(Intrinsic::fshl, {of[0]->getType()}, {of[0], of[0], of[1]});
}

/// Returns (a ^ b) / 2, where a and b are the two operands.
Value *halfOfDifference(const Operation &of) {
  Value *difference = of.builder.CreateXor(of[0], of[1]);
  return of.isSigned ? of.builder.CreateAShr(difference, 1) : of.builder.CreateLShr(difference, 1);
}

// LLVM's code generator recognises hadd and rhadd in this form, and selects averaging instructions if the CPU has them.
// No intermediate result needs more bits than the operands have.
Value *lowerHadd(const Operation &of) {
  return of.builder.CreateAdd(of.builder.CreateAnd(of[0], of[1]), halfOfDifference(of));
}
Value *lowerRhadd(const Operation &of) {
  return of.builder.CreateSub(of.builder.CreateOr(of[0], of[1]), halfOfDifference(of));
}

Value *lowerAbsDiff(const Operation &of) {
  return of.builder.CreateSub(larger(of, of[0], of[1]), smaller(of, of[0], of[1]));
}

template <Intrinsic::ID id> Value *lowerCount(const Operation &of) {
  return of.builder.CreateBinaryIntrinsic(id, of[0], of.builder.getFalse());
}

/// Section 6.15.6: for vectors, the second operand is selected if the most significant bit of the condition's element
/// is set; for scalars, if the condition isn't 0.
Value *lowerSelect(const Operation &of) {
  Value *zero = Constant::getNullValue(of[2]->getType());
  Value *second =
      of[2]->getType()->isVectorTy() ? of.builder.CreateICmpSLT(of[2], zero) : of.builder.CreateICmpNE(of[2], zero);
  return of.builder.CreateSelect(second, of[1], of[0]);
}

/// The types of elements for which a builtin is lowered. `wideFloats` are float and double without half: most CPUs
/// compute with half in float, so a result in half would be rounded twice.
enum class Elements : unsigned { integers = 1, floats = 2, any = 3, wideFloats = 4 };

struct SimpleBuiltin {
  StringLiteral name;
  unsigned arguments;
  Elements elements;
  Lowering lower;
};

constexpr SimpleBuiltin simpleBuiltins[] = {
    {"min", 2, Elements::any, lowerMin},
    {"max", 2, Elements::any, lowerMax},
    {"clamp", 3, Elements::any, lowerClamp},
    {"abs", 1, Elements::integers, lowerAbs},
    {"mul24", 2, Elements::integers, lowerMul24},
    {"mad24", 3, Elements::integers, lowerMad24},
    {"rotate", 2, Elements::integers, lowerRotate},
    {"add_sat", 2, Elements::integers, lowerBySign<Intrinsic::sadd_sat, Intrinsic::uadd_sat>},
    {"sub_sat", 2, Elements::integers, lowerBySign<Intrinsic::ssub_sat, Intrinsic::usub_sat>},
    {"hadd", 2, Elements::integers, lowerHadd},
    {"rhadd", 2, Elements::integers, lowerRhadd},
    {"abs_diff", 2, Elements::integers, lowerAbsDiff},
    {"popcount", 1, Elements::integers, lowerTo<Intrinsic::ctpop>},
    {"clz", 1, Elements::integers, lowerCount<Intrinsic::ctlz>},
    {"ctz", 1, Elements::integers, lowerCount<Intrinsic::cttz>},
    {"select", 3, Elements::any, lowerSelect},
    {"fabs", 1, Elements::floats, lowerTo<Intrinsic::fabs>},
    {"copysign", 2, Elements::floats, lowerTo<Intrinsic::copysign>},
    {"floor", 1, Elements::floats, lowerTo<Intrinsic::floor>},
    {"ceil", 1, Elements::floats, lowerTo<Intrinsic::ceil>},
    {"trunc", 1, Elements::floats, lowerTo<Intrinsic::trunc>},
    {"rint", 1, Elements::floats, lowerTo<Intrinsic::rint>},
    {"fmin", 2, Elements::wideFloats, lowerIgnoringNan<Intrinsic::minimumnum>},
    {"fmax", 2, Elements::wideFloats, lowerIgnoringNan<Intrinsic::maximumnum>},
    {"fma", 3, Elements::wideFloats, lowerTo<Intrinsic::fma>},
    {"mad", 3, Elements::wideFloats, lowerTo<Intrinsic::fmuladd>},
};

/// Whether the elements of the first argument have a sign, according to the letter for their type in the mangled name.
/// Returns nothing if the name doesn't show it.
std::optional<bool> isFirstSigned(StringRef mangled) {
  StringRef types = mangled;
  types.consume_front("_Z");
  unsigned length = 0;
  if (types.consumeInteger(10, length))
    return std::nullopt;
  types = types.drop_front(length);
  if (types.consume_front("Dv")) {
    types = types.drop_while(isDigit);
    types.consume_front("_");
  }
  if (types.empty())
    return std::nullopt;
  return StringRef("acsilfdD").contains(types.front()); // half is "Dh"
}

const SimpleBuiltin *simpleBuiltin(const Function &function) {
  const StringRef name = functionBaseName(function.getName());
  const auto *found = find_if(simpleBuiltins, [&](const SimpleBuiltin &builtin) { return builtin.name == name; });
  if (found == std::end(simpleBuiltins) || function.arg_size() != found->arguments)
    return nullptr;
  Type *result = function.getReturnType();
  unsigned kinds = 0;
  if (result->isIntOrIntVectorTy())
    kinds = static_cast<unsigned>(Elements::integers);
  else if (result->isFPOrFPVectorTy())
    kinds = static_cast<unsigned>(Elements::floats) |
            (result->getScalarType()->isHalfTy() ? 0 : static_cast<unsigned>(Elements::wideFloats));
  if (!(kinds & static_cast<unsigned>(found->elements)))
    return nullptr;
  const auto fits = [&](Type *type) {
    return type == result || type == result->getScalarType() ||
           (found->lower == lowerSelect && type->isIntOrIntVectorTy());
  };
  return all_of(function.getFunctionType()->params(), fits) && function.getArg(0)->getType() == result ? found
                                                                                                       : nullptr;
}

void lower(CallInst &call, const SimpleBuiltin &builtin, bool isSigned) {
  IRBuilder<> builder(&call);
  builder.setFastMathFlags(isa<FPMathOperator>(call) ? call.getFastMathFlags() : FastMathFlags());
  Operation operation{builder, {}, isSigned};
  auto *vector = dyn_cast<FixedVectorType>(call.getType());
  for (Value *argument : call.args())
    operation.arguments.push_back(vector && !argument->getType()->isVectorTy()
                                      ? builder.CreateVectorSplat(vector->getNumElements(), argument)
                                      : argument);
  Value *result = builtin.lower(operation);
  if (!call.use_empty())
    call.replaceAllUsesWith(result);
  if (isa<Instruction>(result) && !is_contained(operation.arguments, result))
    result->takeName(&call);
  call.eraseFromParent();
}

SmallVector<CallInst *> callsOf(Function &function) {
  SmallVector<CallInst *> calls;
  for (User *user : function.users())
    if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
      calls.push_back(call);
  return calls;
}

/// Whether the builtin has the attribute convergent but doesn't need it. Clang gives all builtins the attribute,
/// although only barriers and collectives need it. A function that accesses no memory has no barrier, and collectives
/// are recognised by name.
bool isNeedlesslyConvergent(const Function &function) {
  return function.isConvergent() && function.doesNotAccessMemory() && !findSubGroupCollective(&function);
}

void removeConvergent(Function &function) {
  function.removeFnAttr(Attribute::Convergent);
  for (CallInst *call : callsOf(function))
    call->removeFnAttr(Attribute::Convergent);
}

/// The builtins that are lowered by functions in files of their own.
struct BuiltinFamily {
  bool (*has)(const Function &function);
  void (*lower)(CallInst &call);
};

constexpr BuiltinFamily families[] = {
    {isAtomic, lowerAtomic},
    {isVectorAccess, lowerVectorAccess},
    {isRelationalBuiltin, lowerRelationalBuiltin},
    {returnsThroughPointer, lowerResultThroughPointer},
    {isPower, lowerConstantPower},
    {isShuffle, lowerConstantShuffle},
};

} // namespace

PreservedAnalyses LowerBuiltinsPass::run(Module &module, ModuleAnalysisManager &) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || function.isIntrinsic())
      continue;
    if (isNeedlesslyConvergent(function))
      removeConvergent(function);
    const auto *family = find_if(families, [&](const BuiltinFamily &one) { return one.has(function); });
    if (family != std::end(families)) {
      for_each(callsOf(function), [&](CallInst *call) { family->lower(*call); });
      continue;
    }
    const SimpleBuiltin *builtin = simpleBuiltin(function);
    const bool converts = isSimpleConversion(function);
    const std::optional<bool> isSigned = builtin || converts ? isFirstSigned(function.getName()) : std::nullopt;
    if (!isSigned)
      continue;
    for (CallInst *call : callsOf(function))
      if (converts)
        lowerSimpleConversion(*call, *isSigned);
      else
        lower(*call, *builtin, *isSigned);
  }
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
