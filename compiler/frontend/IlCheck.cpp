// What IL may hold, wherever it comes from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/IlCheck.h"

#include <algorithm>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

#include "builtins/archive/AddressSpaces.h"
#include "builtins/archive/MangledName.h"
#include "frontend/ProgramVariables.h"
#include "kernel/KernelAttributes.h"

namespace weft::compiler {
namespace {

/// Clang's for spir64.
constexpr llvm::StringLiteral dataLayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-"
                                           "v1024:1024-G1";
/// OpenCL C has vectors of up to 16 elements; Clang's attributes and shuffles make longer ones.
constexpr uint64_t vectorElements = 256;
constexpr unsigned integerBits = 128;
/// The addresses that a process has.
constexpr uint64_t objectBytes = uint64_t(1) << 47;
/// What stands in the machine code: constants, and the initial values of variables.
constexpr uint64_t dataBytes = uint64_t(256) << 20;
constexpr uint64_t alignmentLimit = uint64_t(1) << 32;

template <typename... Parts> llvm::Error sentence(const Parts &...parts) {
  std::string text;
  ((text += llvm::StringRef(parts)), ...);
  return llvm::createStringError(text);
}

/// Walks over a module and keeps the first flaw.
class IlChecker {
public:
  explicit IlChecker(const llvm::Module &program) : program_(program), layout_(program.getDataLayout()) {}

  llvm::Error run() {
    if (program_.getDataLayoutStr() != dataLayout)
      flaw("its data layout is '" + program_.getDataLayoutStr() + "'");
    if (!program_.getModuleInlineAsm().empty())
      flaw("it has assembly, which this device does not take");
    if (!program_.alias_empty() || !program_.ifunc_empty())
      flaw("it has an alias, which this device does not take");
    // Sizes are known only once the types are.
    for (const llvm::GlobalVariable &variable : program_.globals())
      checkVariable(variable);
    for (const llvm::Function &function : program_)
      checkFunction(function);
    if (flaw_.empty())
      checkData();
    if (flaw_.empty())
      checkProgramMemory();
    return flaw_.empty() ? llvm::Error::success() : sentence("The program can't be used: ", flaw_, ".");
  }

private:
  void flaw(std::string text) {
    if (flaw_.empty())
      flaw_ = std::move(text);
  }

  /// Of an object of the type, more than objectBytes where it has no bounds. Notes what is wrong with the type.
  uint64_t checkType(llvm::Type *type) {
    if (const auto known = sizes_.find(type); known != sizes_.end())
      return known->second;
    const uint64_t size = sizeOf(type);
    if (size > objectBytes)
      flaw("it has objects of more than " + std::to_string(objectBytes) + " bytes");
    return sizes_[type] = size;
  }

  uint64_t sizeOf(llvm::Type *type) {
    if (auto *vector = llvm::dyn_cast<llvm::VectorType>(type)) {
      if (vector->getElementCount().isScalable() || vector->getElementCount().getFixedValue() > vectorElements)
        flaw("it has vectors of more than " + std::to_string(vectorElements) + " elements");
      return llvm::SaturatingMultiply(checkType(vector->getElementType()),
                                      uint64_t(vector->getElementCount().getKnownMinValue()));
    }
    if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
      return llvm::SaturatingMultiply(checkType(array->getElementType()), array->getNumElements());
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
      uint64_t size = 0;
      for (llvm::Type *member : structure->elements())
        size = llvm::SaturatingAdd(size, checkType(member));
      return size;
    }
    if (auto *function = llvm::dyn_cast<llvm::FunctionType>(type)) {
      checkType(function->getReturnType());
      for (llvm::Type *parameter : function->params())
        checkType(parameter);
      return 0;
    }
    return sizeOfScalar(type);
  }

  uint64_t sizeOfScalar(llvm::Type *type) {
    if (auto *integer = llvm::dyn_cast<llvm::IntegerType>(type)) {
      if (integer->getBitWidth() > integerBits)
        flaw("it has integers of more than " + std::to_string(integerBits) + " bits");
      return (integer->getBitWidth() + 7) / 8;
    }
    if (auto *target = llvm::dyn_cast<llvm::TargetExtType>(type)) {
      if (!target->getName().starts_with("spirv."))
        flaw("it has the foreign type '" + target->getName().str() + "'");
      return sizeof(void *);
    }
    if (type->isPointerTy()) {
      if (type->getPointerAddressSpace() > spirGeneric)
        flaw("it has pointers to an unknown address space");
      return sizeof(void *);
    }
    if (type->isHalfTy() || type->isBFloatTy() || type->isFloatTy() || type->isDoubleTy())
      return type->getPrimitiveSizeInBits() / 8;
    if (!type->isVoidTy() && !type->isLabelTy() && !type->isMetadataTy() && !type->isTokenTy())
      flaw("it has numbers of a foreign type");
    return 0;
  }

  void checkVariable(const llvm::GlobalVariable &variable) {
    checkType(variable.getValueType());
    checkType(variable.getType());
    if (variable.isThreadLocal())
      flaw("the variable " + variable.getName().str() + " belongs to a thread");
    if (variable.hasSection() && !variable.getName().starts_with("llvm."))
      flaw("the variable " + variable.getName().str() + " asks for a section of its own");
    if (variable.getName().starts_with("llvm.global_"))
      flaw("it has constructors or destructors, which OpenCL C has none of");
    if (variable.hasInitializer())
      checkConstant(*variable.getInitializer());
  }

  void checkConstant(const llvm::Constant &constant) {
    if (!constants_.insert(&constant).second)
      return;
    if (!llvm::isa<llvm::GlobalValue>(constant))
      checkType(constant.getType());
    if (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(&constant))
      checkType(address->getSourceElementType());
    if (!llvm::isa<llvm::GlobalValue>(constant))
      for (const llvm::Use &operand : constant.operands())
        if (const auto *part = llvm::dyn_cast<llvm::Constant>(operand))
          checkConstant(*part);
  }

  void checkFunction(const llvm::Function &function) {
    checkType(function.getFunctionType());
    const std::string name = readableFunctionName(function.getName());
    if (function.hasSection() || function.hasGC() || function.hasPersonalityFn() || function.hasPrefixData() ||
        function.hasPrologueData() || function.hasFnAttribute(llvm::Attribute::Naked))
      flaw("the function " + name + " asks for what OpenCL C has no words for");
    if (function.isTargetIntrinsic() || isForeignIntrinsic(function))
      flaw("it uses " + function.getName().str() + ", which this device does not have");
    if (function.getName().starts_with("weft.") && !isInitialiser(function))
      flaw("the function " + name + " has a name that is the compiler's own");
    for (const llvm::Attribute attribute : function.getAttributes().getFnAttrs())
      if (attribute.isStringAttribute() && attribute.getKindAsString().starts_with("weft-") &&
          attribute.getKindAsString() != "weft-argument-info" && attribute.getKindAsString() != unoptimisedAttribute)
        flaw("the function " + name + " has an attribute that is the compiler's own");
    for (const llvm::Argument &argument : function.args())
      if (argument.hasByValAttr())
        checkType(argument.getParamByValType());
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      checkInstruction(instruction, name);
  }

  /// Of exceptions, coroutines, garbage collectors and nested functions.
  static bool isForeignIntrinsic(const llvm::Function &function) {
    if (!function.isIntrinsic())
      return false;
    const llvm::StringRef name = function.getName();
    return llvm::any_of(
        llvm::ArrayRef<llvm::StringRef>({"llvm.eh.", "llvm.coro.", "llvm.gc", "llvm.experimental.gc",
                                         "llvm.experimental.patch", "llvm.experimental.stackmap",
                                         "llvm.experimental.deopt", "llvm.init.trampoline", "llvm.adjust.trampoline",
                                         "llvm.local", "llvm.read_register", "llvm.write_register", "llvm.swift.",
                                         "llvm.seh.", "llvm.type.", "llvm.sponentry", "llvm.addressofreturnaddress"}),
        [&](llvm::StringRef start) { return name.starts_with(start); });
  }

  void checkInstruction(const llvm::Instruction &instruction, const std::string &function) {
    checkType(instruction.getType());
    if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      checkType(variable->getAllocatedType());
    else if (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
      checkType(address->getSourceElementType());
    else if (instruction.isEHPad() || llvm::isa<llvm::InvokeInst, llvm::CallBrInst, llvm::ResumeInst>(instruction))
      flaw("the function " + function + " has exceptions, which OpenCL C has none of");
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      const auto *assembly = llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand());
      if (assembly && !assembly->getAsmString().empty())
        flaw("the function " + function + " has assembly, which this device does not take");
    }
    for (const llvm::Use &operand : instruction.operands())
      if (const auto *constant = llvm::dyn_cast<llvm::Constant>(operand))
        checkConstant(*constant);
  }

  void checkData() {
    uint64_t data = 0;
    uint64_t all = 0;
    for (const llvm::GlobalVariable &variable : program_.globals()) {
      const uint64_t size = checkType(variable.getValueType());
      all = llvm::SaturatingAdd(all, size);
      const bool hasPlace = variable.getAddressSpace() == spirGlobal || variable.getAddressSpace() == spirLocal;
      if (variable.hasInitializer() && !llvm::isa<llvm::UndefValue>(variable.getInitializer()) &&
          (!hasPlace || !variable.getInitializer()->isNullValue()))
        data = llvm::SaturatingAdd(data, size);
    }
    if (data > dataBytes)
      flaw("its constants and initial values take " + std::to_string(data) + " bytes; there is room for " +
           std::to_string(dataBytes));
    if (all > objectBytes)
      flaw("its variables take more than " + std::to_string(objectBytes) + " bytes");
  }

  /// *Requires* bounded types.
  void checkProgramMemory() {
    if (!hasProgramMemoryNumbers(program_)) {
      flaw("its numbers about variables are of another form");
      return;
    }
    const ProgramMemory memory = programMemory(program_);
    if (memory.bytes > objectBytes || memory.alignment > alignmentLimit || !llvm::isPowerOf2_64(memory.alignment)) {
      flaw("its variables can't be laid out");
      return;
    }
    for (const llvm::GlobalVariable &variable : program_.globals()) {
      const llvm::MDNode *node = variable.getMetadata(programOffsetMetadata);
      if (!node)
        continue;
      const auto *offset = node->getNumOperands() == 1
                               ? llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(0))
                               : nullptr;
      const uint64_t size = layout_.getTypeAllocSize(variable.getValueType());
      if (!offset || offset->getValue().getActiveBits() > 64 || offset->getZExtValue() > memory.bytes ||
          size > memory.bytes - offset->getZExtValue() ||
          offset->getZExtValue() % variable.getAlign().valueOrOne().value() != 0) {
        flaw("the variable " + variable.getName().str() + " lies outside of the program's memory");
        return;
      }
    }
  }

  const llvm::Module &program_;
  const llvm::DataLayout &layout_;
  std::string flaw_;
  llvm::DenseMap<llvm::Type *, uint64_t> sizes_;
  llvm::DenseSet<const llvm::Constant *> constants_;
};

} // namespace

llvm::Error checkIl(const llvm::Module &program) { return IlChecker(program).run(); }

} // namespace weft::compiler
