// Verifies that a module has the form of spir64 IL on which all stages rely.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/Spir64Verifier.h"

#include <algorithm>

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"

#include "builtins/BuiltinLibrary.h"
#include "builtins/archive/AddressSpaces.h"
#include "builtins/archive/LoweredFunctions.h"
#include "builtins/archive/MangledName.h"
#include "frontend/Constructors.h"
#include "frontend/FunctionPointers.h"
#include "frontend/ProgramVariables.h"
#include "frontend/Spir64Types.h"
#include "kernel/EnqueueFunctions.h"
#include "kernel/KernelAttributes.h"

namespace weft::compiler {
namespace {

/// The most bytes of data that become part of the machine code: constants, and the initial values of variables. A
/// module with more is refused.
constexpr uint64_t dataBytes = uint64_t(256) << 20;
constexpr uint64_t alignmentLimit = uint64_t(1) << 32;

template <typename... Parts> llvm::Error sentence(const Parts &...parts) {
  std::string text;
  ((text += llvm::StringRef(parts)), ...);
  return llvm::createStringError(text);
}

/// Returns a function's name without the types that mangling adds. Clang doesn't mangle the names of functions that it
/// knows itself, so these are returned unchanged.
llvm::StringRef plainName(const llvm::Function &function) {
  const llvm::StringRef base = functionBaseName(function.getName());
  return base.empty() ? function.getName() : base;
}

/// Checks a whole module and stores the first flaw.
class Spir64Verifier {
public:
  explicit Spir64Verifier(const llvm::Module &program) : program_(program), layout_(program.getDataLayout()) {}

  llvm::Error run() {
    if (program_.getTargetTriple().getArch() != llvm::Triple::spir64)
      flaw("it is for '" + program_.getTargetTriple().str() + "', not for spir64");
    if (program_.getDataLayoutStr() != spir64DataLayout)
      flaw("its data layout is '" + program_.getDataLayoutStr() + "'");
    if (!program_.getModuleInlineAsm().empty())
      flaw("it has assembly, which this device does not take");
    if (!program_.alias_empty() || !program_.ifunc_empty())
      flaw("it has an alias, which this device does not take");
    // Variables are checked after the types, because sizes are known only then.
    for (const llvm::GlobalVariable &variable : program_.globals())
      checkVariable(variable);
    for (const llvm::Function &function : program_)
      checkFunction(function);
    flaw(types_.flaw());
    if (flaw_.empty())
      checkData();
    if (flaw_.empty())
      checkProgramMemory();
    if (!hasValidConstructors(program_))
      flaw("its list of constructors is of another form");
    if (!hasValidFunctionIds(program_))
      flaw("its numbers of functions are of another form");
    return flaw_.empty() ? llvm::Error::success() : sentence("The program can't be used: ", flaw_, ".");
  }

private:
  void flaw(std::string text) {
    if (flaw_.empty())
      flaw_ = std::move(text);
  }

  void checkVariable(const llvm::GlobalVariable &variable) {
    const unsigned space = variable.getAddressSpace();
    if (space != spirGlobal && space != spirConstant && space != spirLocal && !variable.getName().starts_with("llvm."))
      flaw("the variable " + variable.getName().str() + " stands in address space " + std::to_string(space) +
           ", where programs have none");
    if (space == spirLocal && variable.hasInitializer() && !llvm::isa<llvm::UndefValue>(variable.getInitializer()))
      flaw("the variable " + variable.getName().str() + " in local memory has a value to begin with");
    types_.check(variable.getValueType());
    types_.check(variable.getType());
    if (variable.isThreadLocal())
      flaw("the variable " + variable.getName().str() + " belongs to a thread");
    if (variable.hasSection() && !variable.getName().starts_with("llvm."))
      flaw("the variable " + variable.getName().str() + " asks for a section of its own");
    if (variable.getName().starts_with("llvm.global_") && variable.getName() != constructorList)
      flaw("it has destructors of a whole program, which this device does not call");
    if (!variable.hasInitializer())
      return;
    checkConstant(*variable.getInitializer());
    if (!variable.getName().starts_with("llvm."))
      checkInitialiser(variable);
  }

  /// Checks that no initial value has the address of local memory. Local memory exists only while a group runs its
  /// kernel, and each group has it at another address.
  void checkInitialiser(const llvm::GlobalVariable &variable) {
    llvm::SmallVector<const llvm::Constant *> parts = {variable.getInitializer()};
    while (!parts.empty()) {
      const llvm::Constant *part = parts.pop_back_val();
      if (!initialisers_.insert(part).second)
        continue;
      if (const auto *other = llvm::dyn_cast<llvm::GlobalVariable>(part)) {
        if (other->getAddressSpace() == spirLocal)
          flaw("the variable " + variable.getName().str() + " begins with the address of " + other->getName().str() +
               " in local memory, which is no constant");
        continue;
      }
      for (const llvm::Use &operand : part->operands())
        if (const auto *constant = llvm::dyn_cast<llvm::Constant>(operand))
          parts.push_back(constant);
    }
  }

  void checkConstant(const llvm::Constant &constant) {
    if (!constants_.insert(&constant).second)
      return;
    if (!llvm::isa<llvm::GlobalValue>(constant))
      types_.check(constant.getType());
    if (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(&constant))
      types_.check(address->getSourceElementType());
    if (!llvm::isa<llvm::GlobalValue>(constant))
      for (const llvm::Use &operand : constant.operands())
        if (const auto *part = llvm::dyn_cast<llvm::Constant>(operand))
          checkConstant(*part);
  }

  void checkFunction(const llvm::Function &function) {
    types_.check(function.getFunctionType());
    const std::string name = readableFunctionName(function.getName());
    if (function.hasSection() || function.hasGC() || function.hasPersonalityFn() || function.hasPrefixData() ||
        function.hasPrologueData() || function.hasFnAttribute(llvm::Attribute::Naked))
      flaw("the function " + name + " asks for what OpenCL C has no words for");
    if (function.isTargetIntrinsic() || isForeignIntrinsic(function))
      flaw("it uses " + function.getName().str() + ", which this device does not have");
    if (function.getName().starts_with("weft.") && !isInitialiser(function) && !isPointerCall(function))
      flaw("the function " + name + " has a name that is the compiler's own");
    for (const llvm::Attribute attribute : function.getAttributes().getFnAttrs())
      if (attribute.isStringAttribute() && attribute.getKindAsString().starts_with("weft-") &&
          attribute.getKindAsString() != "weft-argument-info" && attribute.getKindAsString() != "weft-intermediate" &&
          attribute.getKindAsString() != unoptimisedAttribute && attribute.getKindAsString() != checksAttribute &&
          attribute.getKindAsString() != blockAttribute)
        flaw("the function " + name + " has an attribute that is the compiler's own");
    checkInterface(function, name);
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      checkInstruction(instruction, name);
  }

  void checkInterface(const llvm::Function &function, const std::string &name) {
    const bool isKernel = function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
    if (!isKernel && function.getCallingConv() != llvm::CallingConv::SPIR_FUNC && !function.isIntrinsic())
      flaw("the function " + name + " is neither a kernel (spir_kernel) nor called like OpenCL C's (spir_func)");
    for (const llvm::Argument &argument : function.args()) {
      if (argument.hasByValAttr())
        types_.check(argument.getParamByValType());
      else if (isKernel && argument.getType()->isPointerTy() &&
               (argument.getType()->getPointerAddressSpace() == spirPrivate ||
                argument.getType()->getPointerAddressSpace() == spirGeneric))
        flaw("the kernel " + name + " takes a pointer to memory of its caller's own");
    }
  }

  /// Whether the function is an intrinsic of exceptions, coroutines, garbage collectors or nested functions.
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
    types_.check(instruction.getType());
    if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      types_.check(variable->getAllocatedType());
    else if (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
      types_.check(address->getSourceElementType());
    else if (instruction.isEHPad() || llvm::isa<llvm::InvokeInst, llvm::CallBrInst, llvm::ResumeInst>(instruction))
      flaw("the function " + function + " has exceptions, which OpenCL C has none of");
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      checkCall(*call, function);
    for (const llvm::Use &operand : instruction.operands())
      if (const auto *constant = llvm::dyn_cast<llvm::Constant>(operand))
        checkConstant(*constant);
  }

  void checkCall(const llvm::CallBase &call, const std::string &function) {
    const llvm::Value *called = call.getCalledOperand()->stripPointerCasts();
    if (const auto *assembly = llvm::dyn_cast<llvm::InlineAsm>(called)) {
      if (!assembly->getAsmString().empty())
        flaw("the function " + function + " has assembly, which this device does not take");
      return;
    }
    const auto *callee = llvm::dyn_cast<llvm::Function>(called);
    // A call of an undefined or null function is allowed: it can't be reached, or it is undefined behaviour.
    if (!callee && !llvm::isa<llvm::UndefValue, llvm::ConstantPointerNull>(called))
      flaw("the function " + function + " calls what a pointer points to, which OpenCL C has no words for");
    else if (callee && callee->getCallingConv() != call.getCallingConv())
      flaw("the function " + function + " calls " + readableFunctionName(callee->getName()) +
           " by another calling convention than its own");
  }

  void checkData() {
    uint64_t data = 0;
    uint64_t all = 0;
    for (const llvm::GlobalVariable &variable : program_.globals()) {
      const uint64_t size = types_.check(variable.getValueType());
      all = llvm::SaturatingAdd(all, size);
      const bool isInProgramMemory =
          variable.getAddressSpace() == spirGlobal || variable.getAddressSpace() == spirLocal;
      if (variable.hasInitializer() && !llvm::isa<llvm::UndefValue>(variable.getInitializer()) &&
          (!isInProgramMemory || !variable.getInitializer()->isNullValue()))
        data = llvm::SaturatingAdd(data, size);
    }
    if (data > dataBytes)
      flaw("its constants and initial values take " + std::to_string(data) + " bytes; there is room for " +
           std::to_string(dataBytes));
    if (all > Spir64Types::objectBytes)
      flaw("its variables take more than " + std::to_string(Spir64Types::objectBytes) + " bytes");
  }

  /// Checks the metadata about the memory of the program's variables. *Requires* types of bounded size.
  void checkProgramMemory() {
    if (!hasValidProgramMemory(program_)) {
      flaw("its numbers about variables are of another form");
      return;
    }
    const ProgramMemory memory = programMemory(program_);
    if (memory.bytes > Spir64Types::objectBytes || memory.alignment > alignmentLimit ||
        !llvm::isPowerOf2_64(memory.alignment)) {
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
  Spir64Types types_;
  llvm::DenseSet<const llvm::Constant *> constants_;
  /// The initial values of variables that were checked, and their operands.
  llvm::DenseSet<const llvm::Constant *> initialisers_;
};

} // namespace

namespace {

/// Fails if a declaration with the name of a builtin function has other types than the builtin, or is used for anything
/// else than calls.
llvm::Error verifyBuiltin(const llvm::Function &declaration, const BuiltinLibrary &builtins) {
  const std::string name = readableFunctionName(declaration.getName());
  auto agrees = builtins.agreesWith(declaration);
  if (!agrees)
    return agrees.takeError();
  if (!*agrees || !hasLoweredTypes(plainName(declaration), *declaration.getFunctionType()))
    return sentence("The program declares ", name, " with types that are not those of the builtin function.");
  for (const llvm::User *user : declaration.users()) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || llvm::is_contained(call->args(), static_cast<const llvm::Value *>(&declaration)))
      return sentence("The program takes the address of the builtin function ", name, ".");
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error verifySpir64(const llvm::Module &program) {
  if (llvm::Error error = Spir64Verifier(program).run())
    return error;
  return verifyCalls(program);
}

llvm::Error verifyCalls(const llvm::Module &program) {
  for (const llvm::Function &function : program)
    for (const llvm::User *user : function.users())
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
          call && call->getCalledOperand() == &function && call->getFunctionType() != function.getFunctionType())
        return sentence("The program calls ", readableFunctionName(function.getName()),
                        " with other types than those that it is ", function.isDeclaration() ? "declared" : "defined",
                        " with.");
  return llvm::Error::success();
}

llvm::Error verifyNames(const llvm::Module &program, const BuiltinLibrary &builtins) {
  std::string missing;
  for (const llvm::GlobalObject &object : program.global_objects()) {
    if (!object.isDeclaration() || object.use_empty())
      continue;
    const auto *function = llvm::dyn_cast<llvm::Function>(&object);
    if (function && (function->isIntrinsic() || isPrintf(*function) || findEnqueueFunction(function)))
      continue;
    if (function && (isLoweredByPasses(plainName(*function)) || builtins.defines(function->getName()))) {
      if (llvm::Error error = verifyBuiltin(*function, builtins))
        return error;
      continue;
    }
    missing += (missing.empty() ? "" : ", ") + readableFunctionName(object.getName());
  }
  if (missing.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      "The program uses what is neither defined in it nor available on this device: " + missing + ".");
}

} // namespace weft::compiler
