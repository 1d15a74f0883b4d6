// Replaces sums of products of bytes, or of 16-bit halves, of 32-bit words by calls that stand for a dot product.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/builtins/FormDotProductsPass.h"

#include <tuple>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include "builtins/archive/MangledName.h"
#include "codegen/CompileBudget.h"
#include "kernel/DotProduct.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::compiler {

namespace {

/// A 32-bit word in the value `whole`, which is a 32-bit integer or a vector of elements of 8 or 16 bits. In a vector
/// the word begins with element `first`.
struct Word {
  Value *whole = nullptr;
  unsigned first = 0;
};

/// An element of a word, extended to an integer of 32 bits. `place` is the element's index in the word.
struct WordElement {
  Word word;
  unsigned bits = 0, place = 0;
  bool isSigned = false;
};

/// Returns the element of the 32-bit integer `whole` that begins at bit `begin`. Returns nothing if no element begins
/// there.
std::optional<WordElement> elementAt(Value *whole, uint64_t begin, unsigned bits, bool isSigned) {
  if (!whole->getType()->isIntegerTy(32) || (bits != 8 && bits != 16) || begin % bits != 0 || begin >= 32)
    return std::nullopt;
  return WordElement{{whole}, bits, static_cast<unsigned>(begin) / bits, isSigned};
}

/// Returns element `number` of a vector of bytes or halves. The vector's length must be a multiple of 32 bits.
std::optional<WordElement> elementOfVector(Value *vector, uint64_t number, bool isSigned) {
  const unsigned bits = vector->getType()->getScalarSizeInBits();
  const unsigned count = cast<FixedVectorType>(vector->getType())->getNumElements();
  if ((bits != 8 && bits != 16) || count % (32 / bits) != 0 || number >= count)
    return std::nullopt;
  const auto place = static_cast<unsigned>(number) % (32 / bits);
  return WordElement{{vector, static_cast<unsigned>(number) - place}, bits, place, isSigned};
}

/// If `narrow`, a value of 8 or 16 bits, is an element of a word, returns this element. Otherwise returns nothing.
std::optional<WordElement> narrowSourceElement(Value *narrow, bool isSigned) {
  const unsigned bits = narrow->getType()->getScalarSizeInBits();
  Value *vector = nullptr, *source = nullptr;
  uint64_t number = 0;
  if (match(narrow, m_ExtractElt(m_Value(vector), m_ConstantInt(number))))
    return elementOfVector(vector, number, isSigned);
  if (match(narrow, m_Trunc(m_Shr(m_Value(source), m_ConstantInt(number)))))
    return elementAt(source, number, bits, isSigned);
  if (match(narrow, m_Trunc(m_Value(source))))
    return elementAt(source, 0, bits, isSigned);
  return std::nullopt;
}

/// If `value`, an integer of 32 bits, is an extended element of a word, returns this element. Otherwise returns
/// nothing.
std::optional<WordElement> findElement(Value *value) {
  Value *source = nullptr;
  uint64_t begin = 0, up = 0;
  const APInt *mask = nullptr;
  if (match(value, m_SExt(m_Value(source))))
    return narrowSourceElement(source, true);
  if (match(value, m_ZExt(m_Value(source))))
    return narrowSourceElement(source, false);
  if (match(value, m_And(m_Value(source), m_APInt(mask))) && mask->isMask()) {
    Value *shifted = nullptr;
    if (match(source, m_Shr(m_Value(shifted), m_ConstantInt(begin))))
      return begin + mask->popcount() <= 32 ? elementAt(shifted, begin, mask->popcount(), false) : std::nullopt;
    return elementAt(source, 0, mask->popcount(), false);
  }
  if (match(value, m_AShr(m_Shl(m_Value(source), m_ConstantInt(up)), m_ConstantInt(begin))) && up <= begin)
    return elementAt(source, begin - up, 32 - static_cast<unsigned>(begin), true);
  if (match(value, m_LShr(m_Value(source), m_ConstantInt(begin))) && begin < 32)
    return elementAt(source, begin, 32 - static_cast<unsigned>(begin), false);
  if (match(value, m_AShr(m_Value(source), m_ConstantInt(begin))) && begin < 32)
    return elementAt(source, begin, 32 - static_cast<unsigned>(begin), true);
  return std::nullopt;
}

/// Returns `word` as an integer of 32 bits. `bits` is the size of its elements.
Value *asInteger(IRBuilder<> &builder, Word word, unsigned bits) {
  const auto *type = dyn_cast<FixedVectorType>(word.whole->getType());
  if (!type)
    return word.whole;
  SmallVector<int> places;
  for (unsigned place = 0; place < 32 / bits; ++place)
    places.push_back(static_cast<int>(word.first + place));
  const bool isAll = type->getNumElements() == places.size();
  return builder.CreateBitCast(isAll ? word.whole : builder.CreateShuffleVector(word.whole, places),
                               builder.getInt32Ty());
}

/// A product of two elements, which have the same index in their 32-bit words. `value` is the summand that contains the
/// product.
struct Product {
  Value *value = nullptr;
  WordElement first, second;
};

/// The two words whose elements are multiplied: for each word, the value that contains it and the element at which it
/// begins; then the size and the signs of the elements.
using Words = std::tuple<Value *, unsigned, Value *, unsigned, unsigned, unsigned>;

Words wordsOf(const Product &product) {
  const WordElement &first = product.first, &second = product.second;
  const unsigned signs = (first.isSigned ? 1u : 0u) + (second.isSigned ? 2u : 0u);
  return {first.word.whole, first.word.first, second.word.whole, second.word.first, first.bits, signs};
}

/// Returns element `number` of a vector of 32-bit integers that is extended from a vector of bytes or halves.
std::optional<WordElement> elementOfWidened(Value *vector, uint64_t number) {
  Value *narrow = nullptr;
  if (!match(vector, m_ZExtOrSExt(m_Value(narrow))) || !vector->getType()->getScalarType()->isIntegerTy(32))
    return std::nullopt;
  return elementOfVector(narrow, number, isa<SExtInst>(vector));
}

std::optional<Product> findProduct(Value *summand) {
  Value *left = nullptr, *right = nullptr;
  uint64_t number = 0;
  std::optional<WordElement> first, second;
  if (match(summand, m_OneUse(m_Mul(m_Value(left), m_Value(right))))) {
    first = findElement(left);
    second = findElement(right);
  } else if (match(summand, m_OneUse(m_ExtractElt(m_Mul(m_Value(left), m_Value(right)), m_ConstantInt(number))))) {
    first = elementOfWidened(left, number);
    second = elementOfWidened(right, number);
  }
  if (!first || !second || first->bits != second->bits || first->place != second->place)
    return std::nullopt;
  // The CPU's instruction for halves takes signed halves only.
  if (first->bits == 16 && (!first->isSigned || !second->isSigned))
    return std::nullopt;
  return Product{summand, *first, *second};
}

/// A tree of 32-bit additions, given by its root.
class SumOfProducts {
public:
  explicit SumOfProducts(Instruction &root) : root_(root) { collect(root.getOperand(0)), collect(root.getOperand(1)); }

  /// Replaces all uses of the sum by a new sum that has calls of weft.dot in place of products. The old instructions
  /// stay, without uses. Returns false, and changes nothing, if the sum has no dot product.
  bool form() {
    MapVector<Words, SmallVector<Product>> byWords;
    for (Value *summand : summands_)
      if (std::optional<Product> product = findProduct(summand)) {
        order(*product);
        byWords[wordsOf(*product)].push_back(*product);
      }
    IRBuilder<> builder(&root_);
    SmallVector<Value *> dots;
    SmallPtrSet<Value *, 16> covered;
    for (const auto &[words, products] : byWords)
      if (isWhole(products))
        dots.push_back(makeDot(builder, products, covered));
    if (dots.empty())
      return false;
    Value *sum = nullptr;
    for (Value *summand : summands_)
      if (!covered.contains(summand))
        sum = sum ? builder.CreateAdd(sum, summand) : summand;
    for (Value *dot : dots)
      sum = sum ? builder.CreateAdd(sum, dot) : dot;
    root_.replaceAllUsesWith(sum);
    return true;
  }

private:
  /// Collects the summands of the tree. Once there are as many as the limit allows, a further addition is not taken
  /// apart, but counts as one summand.
  void collect(Value *part) {
    SmallVector<Value *> open = {part};
    while (!open.empty()) {
      Value *value = open.pop_back_val(), *left = nullptr, *right = nullptr;
      const bool goesOn = summands_.size() + open.size() < SearchLimits::sumTerms;
      if (goesOn && match(value, m_OneUse(m_Add(m_Value(left), m_Value(right)))))
        open.append({right, left});
      else
        summands_.push_back(value);
    }
  }

  /// Puts the two factors of a product into a fixed order, so that the map groups products of the same two words. Words
  /// are ordered by when they were first seen.
  void order(Product &product) {
    const auto rank = [&](const WordElement &element) {
      return std::tuple(element.isSigned, met_.try_emplace(element.word.whole, met_.size()).first->second,
                        element.word.first);
    };
    const auto first = rank(product.first), second = rank(product.second);
    if (second < first)
      std::swap(product.first, product.second);
  }

  static bool isWhole(ArrayRef<Product> products) {
    unsigned places = 0;
    for (const Product &product : products)
      places |= 1u << product.first.place;
    const unsigned count = 32 / products.front().first.bits;
    return products.size() == count && places == (1u << count) - 1;
  }

  static Value *makeDot(IRBuilder<> &builder, ArrayRef<Product> products, SmallPtrSetImpl<Value *> &covered) {
    for (const Product &product : products)
      covered.insert(product.value);
    const WordElement &first = products.front().first, &second = products.front().second;
    return createDotProduct(builder, {first.bits, first.isSigned, second.isSigned},
                            asInteger(builder, first.word, first.bits), asInteger(builder, second.word, second.bits));
  }

  Instruction &root_;
  SmallVector<Value *> summands_;
  DenseMap<const Value *, size_t> met_; ///< the order in which the words were first seen
};

/// Whether `instruction` is an addition that isn't part of a greater sum.
bool isRoot(const Instruction &instruction) {
  return instruction.getOpcode() == Instruction::Add && instruction.getType()->isIntegerTy(32) &&
         !(instruction.hasOneUse() && match(instruction.user_back(), m_Add(m_Value(), m_Value())));
}

bool formDotProductsIn(Function &function) {
  SmallVector<Instruction *> roots;
  for (Instruction &instruction : instructions(function))
    if (isRoot(instruction))
      roots.push_back(&instruction);
  SmallVector<WeakTrackingVH> replaced;
  for (Instruction *root : roots)
    if (SumOfProducts(*root).form())
      replaced.push_back(root);
  const bool changed = !replaced.empty();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
  return changed;
}

/// A dot-product builtin on bytes. Letters in its name show which of its operands are signed.
struct DotBuiltin {
  DotProduct kind;
  bool saturates = false; ///< adds a third operand with saturation
};

std::optional<DotBuiltin> findBuiltin(const Function &function) {
  if (!function.isDeclaration() || !function.getReturnType()->isIntegerTy(32))
    return std::nullopt;
  StringRef name = functionBaseName(function.getName());
  if (name.empty())
    return std::nullopt;
  StringRef letters = function.getName().substr(static_cast<size_t>(name.end() - function.getName().begin()));
  DotBuiltin builtin;
  if (!name.consume_front("dot"))
    return std::nullopt;
  builtin.saturates = name.consume_front("_acc_sat");
  if (name.consume_front("_4x8packed_") && name.size() > 2) {
    builtin.kind = {8, name[0] == 's', name[1] == 's'};
    return builtin;
  }
  const auto takeSign = [&](std::optional<bool> before) -> std::optional<bool> {
    if (before && letters.consume_front("S_"))
      return before;
    if (letters.consume_front("Dv4_c"))
      return true;
    return letters.consume_front("Dv4_h") ? std::optional(false) : std::nullopt;
  };
  const std::optional<bool> first = name.empty() ? takeSign(std::nullopt) : std::nullopt;
  const std::optional<bool> second = first ? takeSign(first) : std::nullopt;
  if (!second)
    return std::nullopt;
  builtin.kind = {8, *first, *second};
  return builtin;
}

void lowerBuiltin(CallInst &call, DotBuiltin builtin) {
  IRBuilder<> builder(&call);
  const auto word = [&](unsigned number) {
    return builder.CreateBitCast(call.getArgOperand(number), builder.getInt32Ty());
  };
  Value *result = createDotProduct(builder, builtin.kind, word(0), word(1));
  if (builtin.saturates)
    result = builder.CreateBinaryIntrinsic(
        builtin.kind.isFirstSigned || builtin.kind.isSecondSigned ? Intrinsic::sadd_sat : Intrinsic::uadd_sat, result,
        call.getArgOperand(2));
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

bool lowerBuiltins(Module &module) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module))
    if (const std::optional<DotBuiltin> builtin = findBuiltin(function))
      for (User *user : make_early_inc_range(function.users()))
        if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function) {
          lowerBuiltin(*call, *builtin);
          changed = true;
        }
  return changed;
}

/// Loads the 32-bit word that begins at byte `byte` of the vector that `load` loads.
Value *loadWord(LoadInst &load, unsigned byte) {
  IRBuilder<> builder(&load);
  Value *place = load.getPointerOperand();
  if (byte != 0)
    place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), place, byte);
  LoadInst *word = builder.CreateAlignedLoad(builder.getInt32Ty(), place, commonAlignment(load.getAlign(), byte),
                                             load.getName() + ".word");
  word->copyMetadata(load, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias, LLVMContext::MD_access_group,
                            LLVMContext::MD_nontemporal});
  return word;
}

/// Returns the instructions that extract a word from the vector that `load` loads, each with the byte at which its word
/// begins. Returns an empty list if the vector has any other use.
SmallVector<std::pair<Instruction *, unsigned>> extractedWords(LoadInst &load) {
  SmallVector<std::pair<Instruction *, unsigned>> words;
  const unsigned bits = load.getType()->getScalarSizeInBits();
  for (User *user : load.users()) {
    auto *shuffle = dyn_cast<ShuffleVectorInst>(user);
    auto *word = dyn_cast<BitCastInst>(shuffle && shuffle->hasOneUse() ? shuffle->user_back() : user);
    const int first = shuffle ? shuffle->getMaskValue(0) : 0;
    if (!word || !word->getType()->isIntegerTy(32) || first < 0)
      return {};
    words.push_back({word, static_cast<unsigned>(first) * bits / 8});
  }
  return words;
}

/// If only 32-bit words of a loaded vector are used, replaces the load by loads of these words.
void loadAsWords(Function &function) {
  SmallVector<LoadInst *> loads;
  for (Instruction &instruction : instructions(function))
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple() && load->getType()->isVectorTy())
      loads.push_back(load);
  for (LoadInst *load : loads)
    for (auto [word, byte] : extractedWords(*load)) {
      word->replaceAllUsesWith(loadWord(*load, byte));
      RecursivelyDeleteTriviallyDeadInstructions(word); // after the last word this removes the vector's load, too
    }
}

} // namespace

PreservedAnalyses FormDotProductsPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = lowerBuiltins(module);
  for (Function &function : module)
    changed |= formDotProductsIn(function);
  if (!changed)
    return PreservedAnalyses::all();
  for (Function &function : module)
    loadAsWords(function);
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
