// Gives each value that a program reads without having written it one defined value, the same on all executors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/UnwrittenValues.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace weft::compiler {

namespace {

/// The most members, at any depth, of a structure that begins as zero. A structure with more keeps the contents of its
/// memory. The number is the length of OpenCL C's longest vectors.
constexpr unsigned mostMembers = 16;

/// Counts the scalars and vectors in `type`. Returns more than `mostMembers` if the type has an array.
unsigned membersOf(const llvm::Type &type) {
  if (type.isArrayTy())
    return mostMembers + 1;
  if (!type.isStructTy())
    return 1;
  unsigned count = 0;
  for (const llvm::Type *member : type.subtypes())
    if (count <= mostMembers)
      count += membersOf(*member);
  return count;
}

/// Whether Clang wrote the instruction to initialise a variable that has no initial value in the program.
bool isInitialValue(const llvm::Instruction &instruction) {
  const llvm::MDNode *notes = instruction.getMetadata(llvm::LLVMContext::MD_annotation);
  return notes && llvm::any_of(notes->operands(), [](const llvm::MDOperand &note) {
           const auto *text = llvm::dyn_cast<llvm::MDString>(note.get());
           return text && text->getString() == "auto-init";
         });
}

/// Returns the variable whose initial value the instruction writes; null if the instruction writes no initial value.
const llvm::AllocaInst *variableOf(const llvm::Instruction &instruction) {
  const llvm::Value *pointer = nullptr;
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    pointer = store->getPointerOperand();
  else if (const auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
    pointer = memory->getRawDest();
  return pointer ? llvm::dyn_cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)) : nullptr;
}

void defineElements(llvm::ShuffleVectorInst &shuffle) {
  llvm::Value *first = shuffle.getOperand(0);
  const auto given = static_cast<int>(llvm::cast<llvm::FixedVectorType>(first->getType())->getNumElements());
  llvm::SmallVector<int, 16> mask(shuffle.getShuffleMask());
  const auto isOf = [&](int element, unsigned operand) {
    return element != llvm::PoisonMaskElem && (element >= given) == (operand == 1);
  };
  // Clang writes a missing element in one of two ways: as poison in the mask, or as an element of an undefined vector.
  // The second way becomes the first here.
  for (int &element : mask)
    if ((isOf(element, 0) && llvm::isa<llvm::UndefValue>(first)) ||
        (isOf(element, 1) && llvm::isa<llvm::UndefValue>(shuffle.getOperand(1))))
      element = llvm::PoisonMaskElem;
  if (!llvm::is_contained(mask, llvm::PoisonMaskElem))
    return;
  llvm::IRBuilder<> builder(&shuffle);
  // A shuffle takes two operands. If both provide elements, the zeros need another shuffle.
  if (llvm::any_of(mask, [&](int element) { return isOf(element, 1); })) {
    first = builder.CreateShuffleVector(first, shuffle.getOperand(1), mask);
    for (auto [place, element] : llvm::enumerate(mask))
      element = element == llvm::PoisonMaskElem ? element : static_cast<int>(place);
  }
  const auto zero = static_cast<int>(llvm::cast<llvm::FixedVectorType>(first->getType())->getNumElements());
  llvm::replace(mask, llvm::PoisonMaskElem, zero);
  llvm::Value *defined = builder.CreateShuffleVector(first, llvm::Constant::getNullValue(first->getType()), mask);
  defined->takeName(&shuffle);
  shuffle.replaceAllUsesWith(defined);
  shuffle.eraseFromParent();
}

/// Returns the constant with zero for each undefined element of a vector. Vectors that are wholly undefined stay,
/// because the program begins with them when it builds vectors element by element.
llvm::Constant *withDefinedElements(llvm::Constant &constant) {
  auto *aggregate = llvm::dyn_cast<llvm::ConstantAggregate>(&constant);
  if (!aggregate)
    return &constant;
  llvm::SmallVector<llvm::Constant *, 16> elements;
  for (const llvm::Use &operand : aggregate->operands()) {
    auto *element = llvm::cast<llvm::Constant>(operand.get());
    const bool isMissing = aggregate->getType()->isVectorTy() && llvm::isa<llvm::UndefValue>(element);
    elements.push_back(isMissing ? unwrittenValue(*element->getType()) : withDefinedElements(*element));
  }
  if (llvm::equal(elements, aggregate->operand_values()))
    return &constant;
  if (auto *array = llvm::dyn_cast<llvm::ConstantArray>(aggregate))
    return llvm::ConstantArray::get(array->getType(), elements);
  if (auto *structure = llvm::dyn_cast<llvm::ConstantStruct>(aggregate))
    return llvm::ConstantStruct::get(structure->getType(), elements);
  return llvm::ConstantVector::get(elements);
}

} // namespace

llvm::Constant *unwrittenValue(llvm::Type &type) {
  // The types of OpenCL's opaque objects may have no zero.
  return type.isTargetExtTy() ? llvm::UndefValue::get(&type) : llvm::Constant::getNullValue(&type);
}

bool beginsAsZero(const llvm::Type &type) { return membersOf(type) <= mostMembers; }

void removeArrayInitialisers(llvm::Module &program) {
  for (llvm::Function &function : program)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (isInitialValue(instruction)) {
        const llvm::AllocaInst *variable = variableOf(instruction);
        if (variable && !beginsAsZero(*variable->getAllocatedType()))
          instruction.eraseFromParent();
      }
}

void defineMissingElements(llvm::Module &program) {
  for (llvm::Function &function : program)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      for (llvm::Use &operand : instruction.operands())
        if (auto *constant = llvm::dyn_cast<llvm::ConstantAggregate>(operand))
          operand = withDefinedElements(*constant);
      if (auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction))
        defineElements(*shuffle);
    }
  for (llvm::GlobalVariable &variable : program.globals())
    if (variable.hasInitializer())
      variable.setInitializer(withDefinedElements(*variable.getInitializer()));
}

} // namespace weft::compiler
