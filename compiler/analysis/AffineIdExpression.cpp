// Expresses integers of a kernel as sums of products of ids and factors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/AffineIdExpression.h"

#include <algorithm>
#include <cstddef>

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include "kernel/AbiAccess.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

constexpr size_t mostTerms = 16;
constexpr unsigned mostSteps = 24;

bool isMemberOf(Value &value, const Argument &parameter, size_t offset) {
  auto *load = dyn_cast<LoadInst>(&value);
  if (!load || !load->hasMetadata(LLVMContext::MD_invariant_load))
    return false;
  const DataLayout &layout = load->getDataLayout();
  APInt distance(layout.getIndexTypeSizeInBits(load->getPointerOperandType()), 0);
  return load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, distance, true) == &parameter &&
         distance == offset;
}

/// Whether `value` is the least global id of the group in `dimension`, as LowerWorkItemFunctionsPass computes it: group
/// id * local size + global offset.
bool isGroupBase(Value &value, Function &kernel, unsigned dimension) {
  Value *sum = &value;
  if (auto *narrow = dyn_cast<TruncInst>(sum)) {
    if (kernel.hasFnAttribute(wideIndicesAttribute))
      return false;
    sum = narrow->getOperand(0);
  }
  const auto &launch = *cast<Argument>(launchParameter(kernel));
  const auto &group = *cast<Argument>(groupParameter(kernel));
  const size_t at = dimension * sizeof(uint64_t);
  Value *id = nullptr, *size = nullptr, *offset = nullptr;
  return match(sum, m_Add(m_Mul(m_Value(id), m_Value(size)), m_Value(offset))) &&
         isMemberOf(*id, group, offsetof(WeftGroup, id) + at) &&
         (isa<ConstantInt>(size) || isMemberOf(*size, launch, offsetof(WeftLaunch, localSize) + at)) &&
         isMemberOf(*offset, launch, offsetof(WeftLaunch, globalOffset) + at);
}

/// Returns `value` without casts that don't change an id. An id has at most 31 bits, unless the kernel has wide ids
/// (wideIndicesAttribute).
Value *withoutCasts(Value &value) {
  Value *at = &value;
  while (auto *cast = dyn_cast<CastInst>(at)) {
    if (!isa<ZExtInst, SExtInst, TruncInst>(cast) || cast->getType()->getIntegerBitWidth() < 32 ||
        (isa<TruncInst>(cast) && cast->getFunction()->hasFnAttribute(wideIndicesAttribute)))
      break;
    at = cast->getOperand(0);
  }
  return at;
}

int dimensionOfLocalId(Value &value) {
  auto *call = dyn_cast<CallInst>(withoutCasts(value));
  return call ? localIdDimension(call->getCalledFunction()) : -1;
}

/// Whether `value` is computed only from constants, the launch's parameters and, if `ofGroup`, the group's parameters.
/// While the kernel runs, such a value is the same for all work-items of the launch, or of the group. The entry block
/// can compute it.
bool isOf(const Value &value, Function &kernel, bool ofGroup, unsigned steps = mostSteps) {
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

int idOfGroup(Value &value) {
  Value &id = *withoutCasts(value);
  for (int dimension = 0; dimension < 3; ++dimension)
    if (auto *load = dyn_cast<LoadInst>(&id);
        load && isMemberOf(id, *cast<Argument>(groupParameter(*load->getFunction())),
                           offsetof(WeftGroup, id) + static_cast<size_t>(dimension) * sizeof(uint64_t)))
      return 3 + dimension;
  return -1;
}

/// Returns a value that `isOf` accepts as it is in the entry block. If it is computed elsewhere, its instructions are
/// copied to `entry`, the end of the entry block.
Value *atEntry(IRBuilder<> &entry, Value &value) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || instruction->getParent() == entry.GetInsertBlock())
    return &value;
  Instruction *copy = instruction->clone();
  for (Use &operand : copy->operands())
    operand.set(atEntry(entry, *operand));
  return entry.Insert(copy);
}

class Reader {
public:
  Reader(IdSpace ids, std::vector<AffineIdExpression> &small) : ids_(ids), nonWrapping_(small) {}

  /// Returns `value` as a sum. An operation on fewer than 64 bits is read as if it were one on signed integers that
  /// don't wrap. If its flags don't say so, requireNonWrapping records that the sum must be small.
  std::optional<AffineIdExpression> read(Value &value) {
    if (++steps_ > mostSteps || !value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64)
      return std::nullopt;
    if (auto *number = dyn_cast<ConstantInt>(&value))
      return AffineIdExpression(number->getSExtValue());
    if (const int id = idOf(value); id >= 0)
      return AffineIdExpression::id(id);
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction)
      return std::nullopt;
    if (isa<SExtInst>(instruction))
      return read(*instruction->getOperand(0));
    if (isa<ZExtInst>(instruction))
      return instruction->hasNonNeg() ? read(*instruction->getOperand(0))
                                      : readNonWrapping(*instruction->getOperand(0));
    if (isa<TruncInst>(instruction) && value.getType()->getIntegerBitWidth() >= 32)
      return readNonWrapping(*instruction->getOperand(0));
    Value *wide = nullptr;
    if (match(&value, m_And(m_Value(wide), m_SpecificInt(0xffffffff))) && value.getType()->isIntegerTy(64))
      return readNonWrapping(*wide);
    auto *operation = dyn_cast<BinaryOperator>(&value);
    if (!operation || !isa<OverflowingBinaryOperator>(operation))
      return leaf(*instruction);
    std::optional<AffineIdExpression> sum = readOperation(*operation);
    if (!operation->getType()->isIntegerTy(64) && !operation->hasNoSignedWrap())
      return requireNonWrapping(*operation, std::move(sum));
    return sum;
  }

private:
  /// Reads an operand that must be at least 0 and below 2^31.
  std::optional<AffineIdExpression> readNonWrapping(Value &value) { return requireNonWrapping(value, read(value)); }

  std::optional<AffineIdExpression> requireNonWrapping(const Value &value, std::optional<AffineIdExpression> sum) {
    if (sum && value.getType()->getIntegerBitWidth() >= 32 && !is_contained(nonWrapping_, *sum))
      nonWrapping_.push_back(*sum);
    return value.getType()->getIntegerBitWidth() >= 32 ? sum : std::nullopt;
  }

  std::optional<AffineIdExpression> leaf(Instruction &value) const {
    return isOf(value, *value.getFunction(), ids_ == IdSpace::local) ? std::optional(AffineIdExpression::value(value))
                                                                     : std::nullopt;
  }

  std::optional<AffineIdExpression> readOperation(BinaryOperator &operation) {
    const std::optional<AffineIdExpression> left = read(*operation.getOperand(0));
    const std::optional<AffineIdExpression> right = left ? read(*operation.getOperand(1)) : std::nullopt;
    if (!right)
      return std::nullopt;
    switch (operation.getOpcode()) {
    case Instruction::Add:
      return *left + *right;
    case Instruction::Mul:
      return *left * *right;
    case Instruction::Shl:
      if (auto *bits = dyn_cast<ConstantInt>(operation.getOperand(1)); bits && bits->getZExtValue() < 31)
        return *left * AffineIdExpression(int64_t{1} << bits->getZExtValue());
      return std::nullopt;
    case Instruction::Sub: {
      const std::optional<AffineIdExpression> negative = *right * AffineIdExpression(-1);
      return negative ? std::optional(*left + *negative) : std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }

  /// The number of the id that `value` is (see IdSpace); -1 if it isn't an id.
  int idOf(Value &value) const {
    if (ids_ != IdSpace::global) {
      const int local = dimensionOfLocalId(value);
      return local >= 0 || ids_ == IdSpace::local ? local : idOfGroup(value);
    }
    auto *sum = dyn_cast<BinaryOperator>(withoutCasts(value));
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
  std::vector<AffineIdExpression> &nonWrapping_;
  unsigned steps_ = 0;
};

} // namespace

std::optional<AffineIdExpression> AffineIdExpression::of(Value &value, IdSpace ids,
                                                         std::vector<AffineIdExpression> &small) {
  return Reader(ids, small).read(value);
}

AffineIdExpression AffineIdExpression::id(int number) {
  AffineIdExpression sum;
  sum.add(1, {number, {}});
  return sum;
}

AffineIdExpression AffineIdExpression::value(Value &value) {
  AffineIdExpression sum;
  sum.add(1, {-1, {&value}});
  return sum;
}

void AffineIdExpression::add(int64_t number, const Product &product) {
  int64_t &known = terms_[product];
  known = static_cast<int64_t>(static_cast<uint64_t>(known) + static_cast<uint64_t>(number));
  if (known == 0)
    terms_.erase(product);
}

AffineIdExpression AffineIdExpression::operator+(const AffineIdExpression &other) const {
  AffineIdExpression sum = *this;
  for (const auto &[product, number] : other.terms_)
    sum.add(number, product);
  return sum;
}

std::optional<AffineIdExpression> AffineIdExpression::operator*(const AffineIdExpression &other) const {
  AffineIdExpression sum;
  if (terms_.size() * other.terms_.size() > mostTerms)
    return std::nullopt;
  for (const auto &[left, number] : terms_)
    for (const auto &[right, otherNumber] : other.terms_) {
      if (left.first >= 0 && right.first >= 0)
        return std::nullopt;
      Product product = {std::max(left.first, right.first), left.second};
      append_range(product.second, right.second);
      llvm::sort(product.second);
      sum.add(static_cast<int64_t>(static_cast<uint64_t>(number) * static_cast<uint64_t>(otherNumber)), product);
    }
  return sum;
}

int64_t AffineIdExpression::constant() const {
  const auto found = terms_.find({-1, {}});
  return found == terms_.end() ? 0 : found->second;
}

bool AffineIdExpression::equalsUpToConstant(const AffineIdExpression &other) const {
  const std::optional<AffineIdExpression> negative = other * AffineIdExpression(-1);
  if (!negative)
    return false;
  const AffineIdExpression difference = *this + *negative;
  return all_of(difference.terms_, [](const auto &term) { return term.first == Product{-1, {}}; });
}

Value *AffineIdExpression::factor(IRBuilder<> &entry, int id) const {
  Value *sum = nullptr;
  for (const auto &[product, number] : terms_) {
    if (product.first != id)
      continue;
    Value *one = entry.getInt64(static_cast<uint64_t>(number));
    for (Value *value : product.second)
      one = entry.CreateMul(one, entry.CreateSExt(atEntry(entry, *value), entry.getInt64Ty()));
    sum = sum ? entry.CreateAdd(sum, one) : one;
  }
  return sum;
}

} // namespace weft::compiler
