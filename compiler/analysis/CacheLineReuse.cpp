// Finds loads in loops that read another cache line in each iteration.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/CacheLineReuse.h"

#include <cstdint>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

#include "builtins/archive/AddressSpaces.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// An iteration counts as reusing the cache line of the iteration before if their addresses are at most this number of
/// bytes apart.
constexpr int64_t nearBytes = 32;

std::optional<int64_t> constantOf(const SCEV &expression) {
  const auto *constant = dyn_cast<SCEVConstant>(&expression);
  return constant ? constant->getAPInt().trySExtValue() : std::nullopt;
}

/// Computes by how much expressions grow in each iteration of a loop; nothing if that isn't known. Visits each
/// subexpression once.
class ScevStrides {
public:
  explicit ScevStrides(const Loop &loop) : loop_(loop) {}

  std::optional<int64_t> of(const SCEV &expression) {
    if (const auto known = known_.find(&expression); known != known_.end())
      return known->second;
    const std::optional<int64_t> step = find(expression);
    known_[&expression] = step;
    return step;
  }

private:
  std::optional<int64_t> find(const SCEV &expression) {
    if (const auto *steps = dyn_cast<SCEVAddRecExpr>(&expression)) {
      if (steps->getLoop() != &loop_)
        return of(*steps->getStart());
      return steps->isAffine() ? constantOf(*steps->getOperand(1)) : std::nullopt;
    }
    if (const auto *cast = dyn_cast<SCEVCastExpr>(&expression))
      return of(*cast->getOperand());
    if (const auto *product = dyn_cast<SCEVMulExpr>(&expression))
      return ofProduct(*product);
    if (const auto *sum = dyn_cast<SCEVAddExpr>(&expression))
      return ofSum(*sum);
    if (const auto *unknown = dyn_cast<SCEVUnknown>(&expression)) {
      const auto *value = dyn_cast<Instruction>(unknown->getValue());
      return value && loop_.contains(value) ? std::nullopt : std::optional<int64_t>(0);
    }
    if (any_of(expression.operands(), [&](const SCEV *part) { return of(*part) != 0; }))
      return std::nullopt;
    return 0;
  }

  std::optional<int64_t> ofSum(const SCEVAddExpr &sum) {
    int64_t all = 0;
    for (const SCEV *part : sum.operands()) {
      const std::optional<int64_t> step = of(*part);
      if (!step || AddOverflow(all, *step, all) != 0)
        return std::nullopt;
    }
    return all;
  }

  /// The growth of a product. It is known if no factor changes in the loop, or if one factor changes and all others are
  /// constants.
  std::optional<int64_t> ofProduct(const SCEVMulExpr &product) {
    std::optional<int64_t> step = 1;
    unsigned changing = 0;
    for (const SCEV *factor : product.operands()) {
      std::optional<int64_t> its = of(*factor);
      changing += its == 0 ? 0 : 1;
      if (its == 0)
        its = constantOf(*factor);
      if (!step || !its || MulOverflow(*step, *its, *step) != 0)
        step = std::nullopt;
    }
    if (changing == 0)
      return 0;
    return changing == 1 ? step : std::nullopt;
  }

  const Loop &loop_;
  DenseMap<const SCEV *, std::optional<int64_t>> known_;
};

} // namespace

bool crossesCacheLines(const Instruction &access, const Loop &loop, ScalarEvolution &evolution) {
  const auto *load = dyn_cast<LoadInst>(&access);
  const unsigned space = load ? load->getPointerAddressSpace() : spirPrivate;
  if (space != spirGlobal && space != spirConstant)
    return false;
  const std::optional<int64_t> step =
      ScevStrides(loop).of(*evolution.getSCEV(const_cast<Value *>(load->getPointerOperand())));
  return !step || *step > nearBytes || *step < -nearBytes;
}

} // namespace weft::compiler
