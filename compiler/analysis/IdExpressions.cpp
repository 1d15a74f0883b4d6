// Reads integers as affine expressions over the ids of work-items.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/IdExpressions.h"

#include <algorithm>
#include <cstddef>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

#include "codegen/CompileBudget.h"
#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

constexpr unsigned mostSteps = 24;
/// The greatest constant or factor in an expression over local ids. It is far above every offset into local memory, and
/// low enough that no sum of products overflows.
constexpr int64_t largestFactor = int64_t{1} << 40;

bool isMemberOf(const Value &value, const Argument &parameter, size_t offset) {
  const auto *load = dyn_cast<LoadInst>(&value);
  if (!load || !load->hasMetadata(LLVMContext::MD_invariant_load))
    return false;
  const DataLayout &layout = load->getDataLayout();
  APInt distance(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
  return load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, distance, true) == &parameter &&
         distance == offset;
}

/// Whether `value` is the least global id of the group in `dimension`, as LowerWorkItemFunctionsPass computes it: group
/// id * local size + global offset.
bool isGroupBase(const Value &value, const Function &kernel, unsigned dimension) {
  const Value *sum = &value;
  if (const auto *narrow = dyn_cast<TruncInst>(sum)) {
    if (kernel.hasFnAttribute(wideIndicesAttribute))
      return false;
    sum = narrow->getOperand(0);
  }
  const auto &launch = *cast<Argument>(launchParameter(kernel));
  const auto &group = *cast<Argument>(groupParameter(kernel));
  const size_t at = dimension * sizeof(uint64_t);
  const Value *id = nullptr, *size = nullptr, *offset = nullptr;
  return match(sum, m_Add(m_Mul(m_Value(id), m_Value(size)), m_Value(offset))) &&
         isMemberOf(*id, group, offsetof(WeftGroup, id) + at) &&
         (isa<ConstantInt>(size) || isMemberOf(*size, launch, offsetof(WeftLaunch, localSize) + at)) &&
         isMemberOf(*offset, launch, offsetof(WeftLaunch, globalOffset) + at);
}

/// Returns the operand of `value` under all casts that don't change an id. An id has at most 31 bits, unless the kernel
/// has the attribute wideIndicesAttribute.
const Value *withoutCasts(const Value &value) {
  const Value *at = &value;
  while (const auto *cast = dyn_cast<CastInst>(at)) {
    if (!isa<ZExtInst, SExtInst, TruncInst>(cast) || cast->getType()->getIntegerBitWidth() < 32 ||
        (isa<TruncInst>(cast) && cast->getFunction()->hasFnAttribute(wideIndicesAttribute)))
      break;
    at = cast->getOperand(0);
  }
  return at;
}

int dimensionOfLocalId(const Value &value) {
  const auto *call = dyn_cast<CallInst>(withoutCasts(value));
  return call ? localIdDimension(call->getCalledFunction()) : -1;
}

/// Whether `value` is computed only from constants, the launch's parameters and, if `ofGroup`, the group's parameters.
/// Such a value is the same for all work-items of the launch, or of the group, so the entry block can compute it.
bool isOf(const Value &value, const Function &kernel, bool ofGroup, unsigned steps = mostSteps) {
  if (isa<Constant>(value) || &value == launchParameter(kernel))
    return true;
  if (&value == groupParameter(kernel))
    return ofGroup;
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (steps == 0 || !instruction || isa<PHINode, AllocaInst>(instruction))
    return false;
  if (isa<LoadInst>(instruction) ? !instruction->hasMetadata(LLVMContext::MD_invariant_load)
                                 : instruction->mayReadOrWriteMemory() || isa<CallBase>(instruction))
    return false;
  return (isa<LoadInst>(instruction) || isSafeToSpeculativelyExecute(instruction)) &&
         all_of(instruction->operands(),
                [&](const Use &operand) { return isOf(*operand, kernel, ofGroup, steps - 1); });
}

int idOfGroup(const Value &value) {
  const Value &id = *withoutCasts(value);
  for (int dimension = 0; dimension < 3; ++dimension)
    if (const auto *load = dyn_cast<LoadInst>(&id);
        load && isMemberOf(id, *cast<Argument>(groupParameter(*load->getFunction())),
                           offsetof(WeftGroup, id) + static_cast<size_t>(dimension) * sizeof(uint64_t)))
      return 3 + dimension;
  return -1;
}

/// Makes `value`, which `isOf` accepts, available in the entry block. If it is computed in another block, its
/// instructions are copied to `entry`, the end of the entry block.
Value *atEntry(IRBuilder<> &entry, Value &value) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || instruction->getParent() == entry.GetInsertBlock())
    return &value;
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand.set(atEntry(entry, *operand));
  return entry.Insert(copy);
}

/// Reads integers as sums of ids and symbols. Symbols are the same for all work-items of the launch or the group.
/// Operations on fewer than 64 bits count as signed, and the reader notes which of these operations must not wrap.
class IdReader : public AffineReader {
public:
  IdReader(IdSpace ids, std::vector<AffineExpression> &nonWrapping)
      : AffineReader(mostSteps), ids_(ids), nonWrapping_(nonWrapping) {}

protected:
  std::optional<AffineExpression> readId(const Value &value) override {
    const int id = idOf(value);
    return id >= 0 ? std::optional(AffineExpression({.id = id})) : std::nullopt;
  }

  std::optional<AffineExpression> readSymbol(const Value &value, Extension extension) override {
    const Value *wide = nullptr;
    if (!isExhausted() && value.getType()->isIntegerTy(64) &&
        match(&value, m_And(m_Value(wide), m_SpecificInt(0xffffffff))))
      return requireNonWrapping(*wide, read(*wide, Extension::none));
    const auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !isOf(value, *instruction->getFunction(), ids_ == IdSpace::local))
      return std::nullopt;
    const AffineExpression symbol({.value = &value});
    return extension == Extension::ofUnsigned ? requireNonWrapping(value, symbol) : std::optional(symbol);
  }

  Extension extensionOfOperands(Extension extension) const override {
    return extension == Extension::none ? Extension::none : Extension::ofSigned;
  }

  bool isExact(const BinaryOperator &operation, Extension extension, const AffineExpression &sum) override {
    if (extension == Extension::none)
      return true;
    const bool cannotWrap = isa<PossiblyDisjointInst>(operation) || operation.hasNoSignedWrap();
    return (extension == Extension::ofSigned && cannotWrap) || requireNonWrapping(operation, sum);
  }

  std::optional<AffineExpression> readCast(const CastInst &cast, Extension extension) override {
    const Value &operand = *cast.getOperand(0);
    if (isa<TruncInst>(cast) && cast.getType()->getIntegerBitWidth() >= 32)
      return requireNonWrapping(operand, read(operand, extensionOf(operand)));
    if (isa<SExtInst>(cast) && extension == Extension::ofUnsigned)
      return requireNonWrapping(cast, read(operand, Extension::ofSigned));
    return AffineReader::readCast(cast, extension);
  }

  bool multipliesExpressions() const override { return true; }

private:
  static Extension extensionOf(const Value &value) {
    return value.getType()->getScalarSizeInBits() < 64 ? Extension::ofSigned : Extension::none;
  }

  /// Returns `sum`, the expression of `value`, after noting that it must be at least 0 and below 2^31.
  std::optional<AffineExpression> requireNonWrapping(const Value &value, std::optional<AffineExpression> sum) {
    if (!sum || value.getType()->getIntegerBitWidth() < 32)
      return std::nullopt;
    if (!is_contained(nonWrapping_, *sum))
      nonWrapping_.push_back(*sum);
    return sum;
  }

  /// Returns the number of the id that `value` is, or -1.
  int idOf(const Value &value) const {
    if (ids_ != IdSpace::global) {
      const int local = dimensionOfLocalId(value);
      return local >= 0 || ids_ == IdSpace::local ? local : idOfGroup(value);
    }
    const auto *sum = dyn_cast<BinaryOperator>(withoutCasts(value));
    if (!sum || sum->getOpcode() != Instruction::Add)
      return -1;
    for (unsigned i = 0; i < 2; ++i) {
      const int dimension = dimensionOfLocalId(*sum->getOperand(i));
      if (dimension >= 0 && isGroupBase(*sum->getOperand(1 - i), *sum->getFunction(), dimension))
        return dimension;
    }
    return -1;
  }

  const IdSpace ids_;
  std::vector<AffineExpression> &nonWrapping_;
};

bool isSmall(const AffineExpression &expression) {
  const auto fits = [](int64_t value) { return value >= -largestFactor && value <= largestFactor; };
  return fits(expression.constant()) &&
         all_of(expression.products(), [&](const auto &one) { return fits(one.factor); });
}

/// Reads integers that depend on local ids alone, in a kernel whose local size is known. It computes the range of each
/// operation's result, so it knows which operations don't wrap.
class LocalIdReader : public AffineReader {
public:
  explicit LocalIdReader(const IdSizes &sizes) : AffineReader(SearchLimits::localIndexOperations), sizes_(sizes) {}

protected:
  std::optional<AffineExpression> readId(const Value &value) override {
    const auto *call = dyn_cast<CallInst>(&value);
    const int dimension = call ? localIdDimension(call->getCalledFunction()) : -1;
    return dimension >= 0 ? std::optional(AffineExpression({.id = dimension})) : std::nullopt;
  }
  std::optional<AffineExpression> readSymbol(const Value &, Extension) override { return std::nullopt; }

  Extension extensionOfOperands(Extension extension) const override {
    return extension == Extension::none ? Extension::none : Extension::ofSigned;
  }

  bool isExact(const BinaryOperator &operation, Extension extension, const AffineExpression &sum) override {
    return fits(sum, extension == Extension::ofUnsigned, operation.getType()->getIntegerBitWidth());
  }

  std::optional<AffineExpression> readCast(const CastInst &cast, Extension extension) override {
    if (!isa<SExtInst, ZExtInst>(cast))
      return std::nullopt;
    std::optional<AffineExpression> sum = read(*cast.getOperand(0), Extension::ofSigned);
    const bool isPositive = isa<ZExtInst>(cast) || extension == Extension::ofUnsigned;
    return sum && fits(*sum, isPositive, cast.getSrcTy()->getScalarSizeInBits()) ? sum : std::nullopt;
  }

private:
  bool fits(const AffineExpression &sum, bool isPositive, unsigned bits) const {
    if (!isSmall(sum))
      return false;
    const auto [low, high] = rangeOverLocalIds(sum, sizes_);
    const int64_t end = int64_t{1} << (std::min(bits, 63U) - 1);
    return low >= (isPositive ? 0 : -end) && high < end;
  }

  const IdSizes sizes_;
};

} // namespace

std::optional<AffineExpression> readOverIds(const Value &value, IdSpace ids,
                                            std::vector<AffineExpression> &nonWrapping) {
  const bool isNarrow = value.getType()->getScalarSizeInBits() < 64;
  return IdReader(ids, nonWrapping).read(value, isNarrow ? Extension::ofSigned : Extension::none);
}

Value *factorOf(IRBuilder<> &entry, const AffineExpression &expression, int id) {
  Value *sum =
      id < 0 && expression.constant() != 0 ? entry.getInt64(static_cast<uint64_t>(expression.constant())) : nullptr;
  for (const auto &[symbols, factor] : expression.products()) {
    const auto *found = find_if(symbols, [](const AffineExpression::Symbol &symbol) { return symbol.id >= 0; });
    if ((found == symbols.end() ? -1 : found->id) != id)
      continue;
    Value *product = entry.getInt64(static_cast<uint64_t>(factor));
    for (const AffineExpression::Symbol &symbol : symbols)
      if (symbol.value)
        product = entry.CreateMul(
            product, entry.CreateSExt(atEntry(entry, const_cast<Value &>(*symbol.value)), entry.getInt64Ty()));
    sum = sum ? entry.CreateAdd(sum, product) : product;
  }
  return sum;
}

IdSizes knownIdSizes(const Function &kernel) {
  const IdSizes size = fixedLocalSize(kernel);
  if (kernel.hasFnAttribute(flatIdsAttribute) && size[0] != 0)
    return {size[0] * size[1] * size[2], 1, 1};
  return size;
}

std::optional<AffineExpression> readOverLocalIds(const Value &value, const IdSizes &sizes) {
  const bool isNarrow = value.getType()->getScalarSizeInBits() < 64;
  std::optional<AffineExpression> sum =
      LocalIdReader(sizes).read(value, isNarrow ? Extension::ofSigned : Extension::none);
  return sum && isSmall(*sum) ? sum : std::nullopt;
}

std::array<int64_t, 2> rangeOverLocalIds(const AffineExpression &expression, const IdSizes &sizes) {
  std::array<int64_t, 2> range{expression.constant(), expression.constant()};
  for (const auto &[symbols, factor] : expression.products())
    range[factor < 0 ? 0 : 1] += factor * static_cast<int64_t>(sizes[static_cast<size_t>(symbols.front().id)] - 1);
  return range;
}

} // namespace weft::compiler
