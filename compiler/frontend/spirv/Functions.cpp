// Declares a module's functions: names, linkage, calling conventions, attributes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "llvm/ADT/STLExtras.h"

#include "builtins/archive/AddressSpaces.h"
#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {
namespace {

/// Bits of FunctionControlMask.
constexpr uint32_t inlineBit = 1, dontInlineBit = 2, pureBit = 4, constBit = 8;

} // namespace

void Reader::dropEntryPointsOfBlocks() {
  const llvm::Type *generic = llvm::PointerType::get(program.getContext(), spirGeneric);
  llvm::DenseSet<Id> blocks;
  for (const Instruction &instruction : source_.instructions) {
    const Type *type = instruction.opcode == spv::Op::OpFunction ? types_.find(instruction.word(1)) : nullptr;
    if (type && type->kind == spv::Op::OpTypeFunction &&
        llvm::is_contained(llvm::cast<llvm::FunctionType>(type->type)->params(), generic))
      blocks.insert(instruction.result);
  }
  if (!blocks.empty())
    entryPoints_.removeIf([&](Id function) { return blocks.contains(function); });
}

void Reader::addKernelAttributes(llvm::Function &kernel) const {
  kernel.setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  kernel.addFnAttr("uniform-work-group-size", options_.uniformGroups ? "true" : "false");
}

void Reader::nameFunction(llvm::Function &function, Id id) {
  const Decorations &decorations = decorationsOf(id);
  const size_t kernels = entryPoints_.countOf(id);
  function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
  if (kernels == 1) {
    function.setName(entryPoints_.firstNameOf(id));
    return addKernelAttributes(function);
  }
  if (kernels != 0) {
    // This function is several entry points. For each of them, a kernel that calls the function is created later.
    function.setName(entryPoints_.firstNameOf(id) + ".body");
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
    return;
  }
  if (!decorations.linkage) {
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.setName(names_.contains(id) ? names_[id] : "function");
    return;
  }
  function.setName(decorations.linkageName);
  if (entryPoints_.haveName(decorations.linkageName)) {
    // Some producers write a kernel's body as a separate function, and export it under the kernel's name. Here only the
    // kernel is visible.
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
    return;
  }
  if (decorations.linkage == spv::LinkageType::LinkOnceODR)
    function.setLinkage(llvm::GlobalValue::LinkOnceODRLinkage);
}

void Reader::declareFunction(const Instruction &instruction) {
  const uint32_t control = instruction.word(0);
  const Type *type = types_.find(instruction.word(1));
  if (!type || type->kind != spv::Op::OpTypeFunction)
    return flaw(instruction, "is of a type that is no function's");
  const Decorations &decorations = decorationsOf(instruction.result);
  auto *functionType = llvm::cast<llvm::FunctionType>(type->type);
  const bool isEntry = entryPoints_.countOf(instruction.result) != 0;
  if (isEntry && !functionType->getReturnType()->isVoidTy())
    return flaw(instruction, "is a kernel that gives a value");
  if (isEntry && llvm::any_of(functionType->params(), [](llvm::Type *parameter) {
        return parameter->isVectorTy() && parameter->isPtrOrPtrVectorTy();
      }))
    return flaw(instruction, "is a kernel that takes a vector of pointers");
  // A module may import one name by several instructions. Then the name is already declared, and all of them mean the
  // same function.
  if (decorations.linkage == spv::LinkageType::Import && !isEntry)
    if (llvm::Function *known = program.getFunction(decorations.linkageName);
        known && known->getFunctionType() == functionType && known->isDeclaration()) {
      values_[instruction.result] = known;
      return;
    }
  auto *function = llvm::Function::Create(functionType, llvm::GlobalValue::ExternalLinkage, "", program);
  nameFunction(*function, instruction.result);
  if (function->isIntrinsic())
    return flaw(instruction, "is named " + function->getName() + ", which programs can't name");
  function->addFnAttr(llvm::Attribute::Convergent);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  if ((control & dontInlineBit) != 0 && !isEntry && !function->hasFnAttribute(llvm::Attribute::AlwaysInline))
    function->addFnAttr(llvm::Attribute::NoInline);
  else if ((control & inlineBit) != 0 && !isEntry)
    function->addFnAttr(llvm::Attribute::AlwaysInline);
  // Only imported functions need this: for a function with a body, LLVM infers the effects itself.
  if (decorations.linkage == spv::LinkageType::Import && (control & constBit) != 0)
    function->setDoesNotAccessMemory();
  else if (decorations.linkage == spv::LinkageType::Import && (control & pureBit) != 0)
    function->setOnlyReadsMemory();
  addParameterAttributes(instruction, *type, *function);
  values_[instruction.result] = function;
}

void Reader::addParameterAttributes(const Instruction &instruction, const Type &type, llvm::Function &function) {
  const auto *at = &instruction;
  const auto *end = source_.instructions.data() + source_.instructions.size();
  for (unsigned index = 0; ++at != end && at->opcode == spv::Op::OpFunctionParameter;) {
    const Decorations &decorations = decorationsOf(at->result);
    if (index >= function.arg_size())
      return flaw(*at, "is one parameter too many");
    const Type *pointer = types_.find(type.members[index]);
    const bool byValue = decorations.hasParameter(spv::FunctionParameterAttribute::ByVal);
    const bool result = decorations.hasParameter(spv::FunctionParameterAttribute::Sret);
    if ((byValue || result) && pointer && pointer->isUntyped)
      return flaw(*at, "passes an object behind a pointer that does not say of which type");
    llvm::Type *object = pointer && pointer->kind == spv::Op::OpTypePointer ? types_.typeOf(pointer->element) : nullptr;
    if ((byValue || (result && function.getReturnType()->isVoidTy() && index == 0)) && object && object->isSized()) {
      llvm::Argument *argument = function.getArg(index);
      argument->addAttr(byValue ? llvm::Attribute::getWithByValType(function.getContext(), object)
                                : llvm::Attribute::getWithStructRetType(function.getContext(), object));
      argument->addAttr(llvm::Attribute::getWithAlignment(function.getContext(), alignmentOf(decorations, object)));
    }
    ++index;
  }
}

} // namespace weft::compiler::spirv
