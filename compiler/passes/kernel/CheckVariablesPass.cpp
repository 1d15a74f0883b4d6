// Adds checks that find reads of private variables that nothing has written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/kernel/CheckVariablesPass.h"

#include <algorithm>
#include <optional>

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include "analysis/AccessedObject.h"
#include "analysis/DefiniteAssignment.h"
#include "kernel/CheckCalls.h"
#include "kernel/KernelAttributes.h"

using namespace llvm;

namespace weft::compiler {

namespace {

constexpr uint64_t mostBytes = 4096; ///< a longer variable gets no marks and isn't checked

/// Whether the instruction inserts a value into a struct or array that no instruction uses, except to insert further
/// values.
bool isResultUnused(const Instruction &instruction) {
  return isa<InsertValueInst>(instruction) &&
         all_of(instruction.users(), [](const User *user) { return isResultUnused(*cast<Instruction>(user)); });
}

/// If `instruction` is an `and` with a constant, or a truncation, returns the bits of the first operand that the result
/// depends on. The kernel must have written these bits, but not the operand's other bits. Returns nothing for other
/// instructions, whose operands must have been written whole.
std::optional<APInt> demandedBits(const Instruction &instruction) {
  if (!instruction.getType()->isIntegerTy())
    return std::nullopt;
  if (instruction.getOpcode() == Instruction::And)
    if (const auto *mask = dyn_cast<ConstantInt>(instruction.getOperand(1)))
      return mask->getValue();
  if (!isa<TruncInst>(instruction))
    return std::nullopt;
  return APInt::getLowBitsSet(instruction.getOperand(0)->getType()->getIntegerBitWidth(),
                              instruction.getType()->getIntegerBitWidth());
}

/// A variable, the instructions that use its address, and its marks, which say which of its bytes have been written.
struct Variable {
  AllocaInst *alloca = nullptr;
  AllocaInst *marks = nullptr;
  SmallVector<LoadInst *> loads;
  SmallVector<StoreInst *> stores;
  SmallVector<MemIntrinsic *> fills;
  SmallVector<Instruction *> writers; ///< instructions that count as writing the whole variable
  SmallVector<IntrinsicInst *> starts;
};

class VariableChecks {
public:
  explicit VariableChecks(Function &kernel) : kernel_(kernel), calls_(kernel), layout_(kernel.getDataLayout()) {}

  void run() {
    const DominatorTree dominators(kernel_);
    for (Instruction &instruction : instructions(kernel_)) {
      auto *alloca = dyn_cast<AllocaInst>(&instruction);
      Variable variable;
      variable.alloca = alloca;
      if (alloca && canHaveMarks(*alloca) && !isWrittenFirst(*alloca, dominators) && findUses(variable))
        variables_.push_back(std::move(variable));
    }
    for (Variable &variable : variables_)
      makeMarks(variable);
    for (Variable &variable : variables_)
      for (LoadInst *load : variable.loads)
        follow(*load, *marksAt(*load, load->getPointerOperand(), load->getType()));
    for (Variable &variable : variables_)
      noteWrites(variable);
    for (const Read &read : reads_)
      check(read);
  }

private:
  /// A check that the kernel will make: whether a value that comes from `load` has been written.
  struct Read {
    Instruction *at; ///< the instruction before which the code checks the marks
    LoadInst *load;
    Value *marks;
  };

  bool canHaveMarks(const AllocaInst &alloca) const {
    return alloca.isStaticAlloca() && alloca.getAddressSpace() == 0 && !alloca.getAllocatedType()->isTargetExtTy() &&
           bytesOf(alloca) != 0 && bytesOf(alloca) <= mostBytes;
  }

  /// Returns the variable's size; 0 if it isn't a constant.
  uint64_t bytesOf(const AllocaInst &alloca) const {
    return alloca.getAllocationSize(layout_).value_or(TypeSize::getFixed(0)).getFixedValue();
  }

  /// Collects the instructions that use the variable. Returns false if the variable's address escapes, or if nothing
  /// reads the variable.
  bool findUses(Variable &variable) const {
    SmallVector<Value *> addresses{variable.alloca};
    bool hasReads = false;
    while (!addresses.empty()) {
      Value *address = addresses.pop_back_val();
      for (const Use &use : address->uses()) {
        auto *user = cast<Instruction>(use.getUser());
        if (isa<GetElementPtrInst, AddrSpaceCastInst>(user)) {
          addresses.push_back(user);
        } else if (auto *load = dyn_cast<LoadInst>(user)) {
          if (marksTypeOf(*load->getType(), layout_)) {
            variable.loads.push_back(load);
            hasReads = true;
          }
        } else if (auto *store = dyn_cast<StoreInst>(user)) {
          if (use.getOperandNo() != StoreInst::getPointerOperandIndex())
            return false;
          if (marksTypeOf(*store->getValueOperand()->getType(), layout_))
            variable.stores.push_back(store);
          else
            variable.writers.push_back(store);
        } else if (auto *fill = dyn_cast<MemIntrinsic>(user)) {
          if (&fill->getRawDestUse() == &use)
            variable.fills.push_back(fill);
          else
            hasReads = true; // the program may read the copy
        } else if (auto *intrinsic = dyn_cast<IntrinsicInst>(user); intrinsic && intrinsic->isLifetimeStartOrEnd()) {
          if (intrinsic->getIntrinsicID() == Intrinsic::lifetime_start)
            variable.starts.push_back(intrinsic);
        } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(user) ||
                   (isa<CallInst>(user) && !user->getType()->isPtrOrPtrVectorTy())) {
          variable.writers.push_back(user);
        } else {
          return false;
        }
      }
    }
    return hasReads;
  }

  void makeMarks(Variable &variable) {
    AllocaInst &alloca = *variable.alloca;
    IRBuilder<> builder(&alloca);
    Type *type = isAllocaValue(variable) ? marksTypeOf(*alloca.getAllocatedType(), layout_) : nullptr;
    const uint64_t bytes = bytesOf(alloca);
    variable.marks = builder.CreateAlloca(type ? type : ArrayType::get(builder.getInt8Ty(), bytes), nullptr,
                                          alloca.getName() + ".marks");
    variable.marks->setAlignment(alloca.getAlign());
    variable.marks->setMetadata(marksMetadata, MDNode::get(kernel_.getContext(), {}));
    for (IntrinsicInst *start : variable.starts)
      clear(*start->getNextNode(), variable);
    BasicBlock &entry = kernel_.getEntryBlock();
    BasicBlock *body = entry.getSingleSuccessor();
    clear(body && body->getSinglePredecessor() ? *body->getFirstInsertionPt() : *entry.getTerminator(), variable);
    marks_[&alloca] = variable.marks;
  }

  /// Whether each access loads or stores the whole variable. The variable's marks, which say which bytes were written,
  /// are then one value of marksTypeOf() instead of an array of bytes.
  bool isAllocaValue(const Variable &variable) const {
    Type *type = variable.alloca->getAllocatedType();
    return marksTypeOf(*type, layout_) && variable.fills.empty() && variable.writers.empty() &&
           all_of(variable.loads, [&](const LoadInst *load) { return load->getType() == type; }) &&
           all_of(variable.stores, [&](const StoreInst *store) { return store->getValueOperand()->getType() == type; });
  }

  /// Adds code before `at` that marks the whole variable as unwritten and sets the variable to zero. Without the zero,
  /// the variable's value would be undefined, so LLVM could choose different values for another check and for the
  /// kernel.
  void clear(Instruction &at, const Variable &variable) const {
    IRBuilder<> builder(&at);
    AllocaInst &alloca = *variable.alloca;
    if (isAllocaValue(variable))
      builder.CreateStore(Constant::getNullValue(alloca.getAllocatedType()), &alloca);
    else
      builder.CreateMemSet(&alloca, builder.getInt8(0), bytesOf(alloca), alloca.getAlign());
    markAll(at, variable, 0);
  }

  /// Adds code before `at` that stores `byte` to each byte of the variable's marks: 0xFF says that a byte of the
  /// variable was written, 0 that it wasn't.
  void markAll(Instruction &at, const Variable &variable, uint8_t byte) const {
    IRBuilder<> builder(&at);
    Type *type = variable.marks->getAllocatedType();
    if (type->isArrayTy())
      builder.CreateMemSet(variable.marks, builder.getInt8(byte), layout_.getTypeAllocSize(type).getFixedValue(),
                           variable.marks->getAlign());
    else
      builder.CreateStore(byte == 0 ? Constant::getNullValue(type) : Constant::getAllOnesValue(type), variable.marks);
  }

  /// Returns the address of the marks that say whether the bytes at `address` were written; null if `address` isn't in
  /// a variable that has marks.
  Value *marksAddress(IRBuilder<> &builder, Value *address) {
    if (auto *alloca = dyn_cast<AllocaInst>(address))
      return marks_.lookup(alloca);
    if (auto *cast = dyn_cast<AddrSpaceCastInst>(address))
      return marksAddress(builder, cast->getPointerOperand());
    auto *element = dyn_cast<GetElementPtrInst>(address);
    Value *base = element ? marksAddress(builder, element->getPointerOperand()) : nullptr;
    return base ? builder.CreateGEP(element->getSourceElementType(), base, SmallVector<Value *>(element->indices()))
                : nullptr;
  }

  Value *marksAt(Instruction &at, Value *address, Type *type) {
    IRBuilder<> builder(&at);
    return builder.CreateAlignedLoad(marksTypeOf(*type, layout_), marksAddress(builder, address), Align(1), "marks");
  }

  /// Follows a loaded value and its marks, which say which bits were written, to the instructions that use the value.
  /// Adds to reads_ each check that the kernel needs. If the value is stored to a variable that has marks, stored_ maps
  /// the store to the value's marks, which noteWrites() then stores as the marks of that variable.
  void follow(LoadInst &load, Value &marks) {
    SmallVector<std::pair<Instruction *, Value *>> open{{&load, &marks}};
    while (!open.empty()) {
      const auto [value, ofValue] = open.pop_back_val();
      bool isRead = false;
      for (User *user : value->users()) {
        auto *instruction = cast<Instruction>(user);
        IRBuilder<> builder(instruction);
        if (auto *insert = dyn_cast<InsertElementInst>(instruction);
            insert && insert->getOperand(0) == value && isa<ConstantInt>(insert->getOperand(2))) {
          Constant *all = Constant::getAllOnesValue(ofValue->getType()->getScalarType());
          open.push_back({insert, builder.CreateInsertElement(ofValue, all, insert->getOperand(2))});
        } else if (auto *shuffle = dyn_cast<ShuffleVectorInst>(instruction)) {
          open.push_back({shuffle, shuffled(builder, *shuffle, *value, *ofValue)});
        } else if (auto *extract = dyn_cast<ExtractElementInst>(instruction);
                   extract && isa<ConstantInt>(extract->getIndexOperand())) {
          Value *marksOfElement = builder.CreateExtractElement(ofValue, extract->getIndexOperand());
          reads_.push_back({extract->getNextNode(), &load, marksOfElement});
        } else if (auto *store = dyn_cast<StoreInst>(instruction);
                   store && store->getValueOperand() == value && marksAddress(builder, store->getPointerOperand())) {
          stored_[store] = ofValue;
        } else if (const std::optional<APInt> taken = demandedBits(*instruction)) {
          Value *others =
              ConstantInt::get(ofValue->getType(), (~*taken).zext(ofValue->getType()->getIntegerBitWidth()));
          reads_.push_back({value->getNextNode(), &load, IRBuilder<>(value->getNextNode()).CreateOr(ofValue, others)});
        } else {
          isRead |= !isResultUnused(*instruction);
        }
      }
      if (isRead)
        reads_.push_back({value->getNextNode(), &load, ofValue});
    }
  }

  /// Returns the marks of the result of `shuffle` (which of its bits were written), given the marks of its operand
  /// `value`. Undefined elements count as written, because they don't come from the variable: to a vector of three
  /// elements, Clang adds an undefined fourth.
  static Value *shuffled(IRBuilder<> &builder, const ShuffleVectorInst &shuffle, const Value &value, Value &marks) {
    Constant *all = Constant::getAllOnesValue(marks.getType());
    Value *first = shuffle.getOperand(0) == &value ? &marks : all;
    Value *second = shuffle.getOperand(1) == &value ? &marks : all;
    SmallVector<int> mask(shuffle.getShuffleMask());
    SmallVector<Constant *> fromNowhere;
    Type *element = marks.getType()->getScalarType();
    for (int &index : mask) {
      fromNowhere.push_back(index < 0 ? Constant::getAllOnesValue(element) : Constant::getNullValue(element));
      index = std::max(index, 0);
    }
    return builder.CreateOr(builder.CreateShuffleVector(first, second, mask), ConstantVector::get(fromNowhere));
  }

  void noteWrites(const Variable &variable) {
    for (StoreInst *store : variable.stores) {
      IRBuilder<> builder(store->getNextNode());
      Value *marks = stored_.lookup(store);
      if (!marks)
        marks = Constant::getAllOnesValue(marksTypeOf(*store->getValueOperand()->getType(), layout_));
      builder.CreateAlignedStore(marks, marksAddress(builder, store->getPointerOperand()), Align(1));
    }
    for (Instruction *writer : variable.writers)
      markAll(*writer->getNextNode(), variable, 0xFF);
    for (MemIntrinsic *fill : variable.fills) {
      IRBuilder<> builder(fill->getNextNode());
      Value *to = marksAddress(builder, fill->getRawDest());
      auto *copy = dyn_cast<MemTransferInst>(fill);
      Value *from = copy ? marksAddress(builder, copy->getRawSource()) : nullptr;
      if (from)
        builder.CreateMemMove(to, Align(1), from, Align(1), fill->getLength());
      else
        builder.CreateMemSet(to, builder.getInt8(0xFF), fill->getLength(), Align(1));
    }
  }

  void check(const Read &read) {
    IRBuilder<> builder(read.at);
    Value *isUnwritten = lackMarks(builder, *read.marks);
    Value &address = *read.load->getPointerOperand();
    auto &variable = *cast<AllocaInst>(getUnderlyingObject(&address));
    Type *type = read.load->getType();
    Constant *site = calls_.site(
        *read.load,
        {.kind = WEFT_CHECK_UNWRITTEN,
         .objectKind = WEFT_CHECK_PRIVATE,
         .object = variable.getName().split('.').first.str(),
         .objectBytes = bytesOf(variable),
         .bytes = static_cast<uint32_t>(layout_.getTypeStoreSize(type).getFixedValue()),
         .elementBytes = static_cast<uint32_t>(layout_.getTypeStoreSize(type->getScalarType()).getFixedValue())});
    Instruction *then = SplitBlockAndInsertIfThen(isUnwritten, read.at->getIterator(), /*Unreachable=*/false);
    IRBuilder<> report(then);
    report.SetCurrentDebugLocation(read.load->getDebugLoc());
    calls_.report(report, site, distance(report, variable, address), report.getInt64(0));
  }

  /// Returns the offset in bytes of `address` from the variable's begin; 0 if it isn't known. The generated code
  /// doesn't use the variable's address, so later passes can still promote the variable to a value.
  Value *distance(IRBuilder<> &builder, Value &variable, Value &address) const {
    const std::optional<ByteOffset> offset = offsetFrom(variable, address, layout_);
    return offset ? sumOf(builder, *offset) : builder.getInt64(0);
  }

  Function &kernel_;
  CheckCalls calls_;
  const DataLayout &layout_;
  std::vector<Variable> variables_;
  DenseMap<const AllocaInst *, AllocaInst *> marks_;
  DenseMap<const StoreInst *, Value *> stored_;
  std::vector<Read> reads_;
};

} // namespace

PreservedAnalyses CheckVariablesPass::run(Module &module, ModuleAnalysisManager &) {
  Function *kernel = findKernel(module);
  if (!kernel || !checksOf(*kernel).has(CodeCheck::values))
    return PreservedAnalyses::all();
  VariableChecks(*kernel).run();
  return PreservedAnalyses::none();
}

} // namespace weft::compiler
