// Lays out a program's variables and writes the kernel that initialises them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/ProgramVariables.h"

#include <algorithm>

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Alignment.h"

#include "builtins/archive/AddressSpaces.h"
#include "kernel/KernelAttributes.h"

namespace weft::compiler {
namespace {

/// The name of the initialiser, the kernel that stores initial values. The name is no identifier of OpenCL C, so it
/// can't collide with a name of the program.
constexpr llvm::StringLiteral initialiserName = "weft.initialise";
/// Named metadata with the size and alignment of program memory, !{i64 bytes, i64 alignment}.
constexpr llvm::StringLiteral memoryMetadata = "weft.program.memory";

/// The metadata of a variable with its name for the host, !{!"name"}.
constexpr llvm::StringLiteral hostNameMetadata = "weft.host.name";

/// Returns the variable's name for the host; "" if it has none, or if its metadata has another form.
llvm::StringRef hostNameOf(const llvm::GlobalVariable &variable) {
  const llvm::MDNode *node = variable.getMetadata(hostNameMetadata);
  const auto *name =
      node && node->getNumOperands() == 1 ? llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(0).get()) : nullptr;
  return name ? name->getString() : llvm::StringRef();
}

/// Adds the variables that `constant` names, at any depth, to `variables`.
void collectVariables(const llvm::Constant &constant, llvm::SmallPtrSetImpl<const llvm::Constant *> &seen,
                      llvm::SetVector<llvm::GlobalVariable *> &variables) {
  if (!seen.insert(&constant).second)
    return;
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
    variables.insert(const_cast<llvm::GlobalVariable *>(variable));
    return;
  }
  for (const llvm::Use &operand : constant.operands())
    if (const auto *part = llvm::dyn_cast<llvm::Constant>(operand))
      collectVariables(*part, seen, variables);
}

llvm::SetVector<llvm::GlobalVariable *> variablesIn(const llvm::Constant &constant) {
  llvm::SmallPtrSet<const llvm::Constant *, 16> seen;
  llvm::SetVector<llvm::GlobalVariable *> variables;
  collectVariables(constant, seen, variables);
  return variables;
}

/// Returns the variables that program memory, the memory of an executable's variables, holds. These are all variables
/// of the global address space, the constants whose addresses their initial values contain, and constants that contain
/// the address of any of these.
llvm::SetVector<llvm::GlobalVariable *> variablesToLayOut(llvm::Module &program) {
  llvm::MapVector<llvm::GlobalVariable *, llvm::SetVector<llvm::GlobalVariable *>> mentioned;
  llvm::SetVector<llvm::GlobalVariable *> chosen;
  for (llvm::GlobalVariable &variable : program.globals()) {
    if (variable.isDeclaration() || variable.getName().starts_with("llvm."))
      continue;
    if (variable.getAddressSpace() == spirGlobal)
      chosen.insert(&variable);
    mentioned[&variable] = variablesIn(*variable.getInitializer());
  }
  for (size_t before = chosen.size() + 1; before != chosen.size();) {
    before = chosen.size();
    for (const auto &[variable, others] : mentioned)
      if (chosen.contains(variable))
        chosen.insert_range(others);
      else if (llvm::any_of(others, [&](llvm::GlobalVariable *other) { return chosen.contains(other); }))
        chosen.insert(variable);
  }
  return chosen;
}

/// Writes stores of initial values to variables.
class InitialiserBuilder {
public:
  InitialiserBuilder(llvm::Module &program, llvm::Function &initialiser)
      : program_(program), layout_(program.getDataLayout()),
        builder_(&initialiser.getEntryBlock(), initialiser.getEntryBlock().begin()) {}

  /// Writes nothing if the variable starts as zero, because the memory is zero already.
  void initialise(llvm::GlobalVariable &variable) { store(*variable.getInitializer(), variable, 0); }

private:
  void store(llvm::Constant &value, llvm::GlobalVariable &variable, uint64_t offset) {
    if (value.isNullValue() || llvm::isa<llvm::UndefValue>(value))
      return;
    llvm::Type *type = value.getType();
    if (llvm::isa<llvm::ConstantAggregate>(value) && !variablesIn(value).empty()) {
      for (unsigned index = 0; index < value.getNumOperands(); ++index)
        store(*llvm::cast<llvm::Constant>(value.getOperand(index)), variable, offset + elementOffset(type, index));
      return;
    }
    llvm::Value *place =
        offset == 0 ? &variable : builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), &variable, offset);
    const llvm::Align alignment = llvm::commonAlignment(variable.getAlign().valueOrOne(), offset);
    if (!type->isAggregateType()) {
      builder_.CreateAlignedStore(&value, place, alignment);
      return;
    }
    // Copies the value from constant data of the kernel's code. A store of a large array would become one instruction
    // for each element.
    auto *image = new llvm::GlobalVariable(program_, type, /*isConstant=*/true, llvm::GlobalValue::InternalLinkage,
                                           &value, variable.getName() + ".initial", nullptr,
                                           llvm::GlobalValue::NotThreadLocal, spirConstant);
    image->setAlignment(alignment);
    builder_.CreateMemCpy(place, alignment, image, alignment, layout_.getTypeAllocSize(type));
  }

  uint64_t elementOffset(llvm::Type *type, unsigned index) const {
    if (auto *structure = llvm::dyn_cast<llvm::StructType>(type))
      return layout_.getStructLayout(structure)->getElementOffset(index);
    llvm::Type *element = llvm::isa<llvm::ArrayType>(type) ? type->getArrayElementType() : type->getScalarType();
    return index * layout_.getTypeAllocSize(element);
  }

  llvm::Module &program_;
  const llvm::DataLayout &layout_;
  llvm::IRBuilder<> builder_;
};

llvm::Metadata *number(llvm::LLVMContext &context, uint64_t value) {
  return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), value));
}

uint64_t numberOf(const llvm::MDNode &node, unsigned index) {
  return llvm::mdconst::extract<llvm::ConstantInt>(node.getOperand(index))->getZExtValue();
}

void writeInitialiser(llvm::Module &program, const llvm::SetVector<llvm::GlobalVariable *> &variables) {
  llvm::Function &initialiser = getOrMakeInitialiser(program);
  InitialiserBuilder builder(program, initialiser);
  for (llvm::GlobalVariable *variable : variables)
    builder.initialise(*variable);
  if (initialiser.getEntryBlock().size() == 1)
    initialiser.eraseFromParent();
}

} // namespace

void layOutProgramVariables(llvm::Module &program) {
  if (program.getNamedMetadata(memoryMetadata))
    return;
  const llvm::SetVector<llvm::GlobalVariable *> variables = variablesToLayOut(program);
  if (variables.empty() && !program.getFunction(initialiserName))
    return;
  writeInitialiser(program, variables);
  const llvm::DataLayout &layout = program.getDataLayout();
  llvm::LLVMContext &context = program.getContext();
  uint64_t bytes = 0;
  llvm::Align largest;
  for (llvm::GlobalVariable *variable : variables) {
    llvm::Type *type = variable->getValueType();
    // The alignment is as strict as any access might assume. Programs often cast arrays to longer vectors.
    const llvm::Align alignment = std::max(variable->getAlign().valueOrOne(), layout.getPrefTypeAlign(type));
    largest = std::max(largest, alignment);
    const uint64_t offset = llvm::alignTo(bytes, alignment);
    bytes = offset + layout.getTypeAllocSize(type);
    variable->setMetadata(programOffsetMetadata, llvm::MDNode::get(context, {number(context, offset)}));
    // The initialiser now stores the values. The variable loses its own initial value, because no other kernel may be
    // compiled as if the memory still held that value.
    variable->setInitializer(llvm::Constant::getNullValue(type));
    variable->setConstant(false);
    variable->setExternallyInitialized(true);
  }
  program.getOrInsertNamedMetadata(memoryMetadata)
      ->addOperand(llvm::MDNode::get(context, {number(context, bytes), number(context, largest.value())}));
}

bool hasValidProgramMemory(const llvm::Module &program) {
  const llvm::Function *initialiser = program.getFunction(initialiserName);
  if (initialiser && (initialiser->arg_size() != 0 || initialiser->isDeclaration()))
    return false;
  const llvm::NamedMDNode *memory = program.getNamedMetadata(memoryMetadata);
  if (!memory)
    return !initialiser;
  if (memory->getNumOperands() != 1 || memory->getOperand(0)->getNumOperands() != 2)
    return false;
  return llvm::all_of(memory->getOperand(0)->operands(), [](const llvm::MDOperand &operand) {
    const auto *value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(operand);
    return value && value->getValue().getActiveBits() <= 64;
  });
}

ProgramMemory programMemory(const llvm::Module &program) {
  const llvm::NamedMDNode *memory = program.getNamedMetadata(memoryMetadata);
  if (!memory || memory->getNumOperands() != 1)
    return {};
  const llvm::MDNode &node = *memory->getOperand(0);
  const llvm::Function *initialiser = program.getFunction(initialiserName);
  return {numberOf(node, 0), numberOf(node, 1), initialiser ? initialiser->getName() : llvm::StringRef()};
}

void setHostName(llvm::GlobalVariable &variable, llvm::StringRef name) {
  llvm::LLVMContext &context = variable.getContext();
  variable.setMetadata(hostNameMetadata, llvm::MDNode::get(context, {llvm::MDString::get(context, name)}));
}

bool isVisibleVariable(const llvm::GlobalVariable &variable) {
  return variable.getAddressSpace() == spirGlobal && !variable.isDeclaration() &&
         (!variable.hasLocalLinkage() || !hostNameOf(variable).empty()) && !variable.getName().starts_with("llvm.");
}

std::vector<VariableLocation> visibleVariables(const llvm::Module &program) {
  std::vector<VariableLocation> found;
  for (const llvm::GlobalVariable &variable : program.globals())
    if (const llvm::MDNode *node = variable.getMetadata(programOffsetMetadata); node && isVisibleVariable(variable))
      for (const llvm::StringRef name : {variable.getName(), hostNameOf(variable)})
        if (!name.empty() && (found.empty() || found.back().name != name))
          found.push_back({name, numberOf(*node, 0),
                           program.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue()});
  return found;
}

llvm::Function &getOrMakeInitialiser(llvm::Module &program) {
  if (llvm::Function *there = program.getFunction(initialiserName))
    return *there;
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(program.getContext()), false);
  auto *initialiser = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, initialiserName, program);
  initialiser->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  initialiser->addFnAttr(llvm::Attribute::NoUnwind);
  initialiser->addFnAttr(unoptimisedAttribute); // it runs once, as one work-item
  llvm::IRBuilder<>(llvm::BasicBlock::Create(program.getContext(), "entry", initialiser)).CreateRetVoid();
  return *initialiser;
}

bool isInitialiser(const llvm::Function &function) { return function.getName() == initialiserName; }

} // namespace weft::compiler
