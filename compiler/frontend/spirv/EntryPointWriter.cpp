// Writes the metadata from which the host side gets the facts about kernels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/EntryPointWriter.h"

#include "llvm/ADT/StringExtras.h"

#include "kernel/KernelAttributes.h"
#include "kernel/OpaqueTypes.h"

namespace weft::compiler::spirv {
namespace {

/// Whether a call passes exactly the caller's parameters, in their order.
bool passesOn(const Instruction &call, llvm::ArrayRef<Id> parameters) {
  if (call.size() != parameters.size() + 1)
    return false;
  for (size_t index = 0; index < parameters.size(); ++index)
    if (call.word(index + 1) != parameters[index])
      return false;
  return true;
}

} // namespace

EntryPointWriter::Declarations EntryPointWriter::declarationsOf(const DecodedModule &module) {
  std::map<Id, Declaration> all;
  Declaration *current = nullptr;
  for (const Instruction &instruction : module.instructions) {
    if (instruction.opcode == spv::Op::OpFunction) {
      current = &all[instruction.result];
      current->type = instruction.word(1);
    } else if (current && instruction.opcode == spv::Op::OpFunctionParameter) {
      current->parameters.push_back(instruction.result);
    } else if (current && instruction.opcode == spv::Op::OpFunctionCall) {
      current->body = current->calls++ == 0 && passesOn(instruction, current->parameters) ? instruction.word(0) : 0;
    }
  }
  return all;
}

void EntryPointWriter::write() {
  const Declarations declarations = declarationsOf(reader_.source_);
  for (const EntryPoint &entry : reader_.entryPoints_.all()) {
    auto *function = llvm::dyn_cast_or_null<llvm::Function>(reader_.values_.lookup(entry.function));
    const auto declared = declarations.find(entry.function);
    const Type *type = declared == declarations.end() ? nullptr : reader_.types_.find(declared->second.type);
    if (!function || function->isDeclaration() || !type)
      continue;
    if (function->getCallingConv() != llvm::CallingConv::SPIR_KERNEL)
      function = &writeKernel(entry, *function);
    writeModes(entry, *function);
    writeArguments(*function, *type, declared->second.parameters, argumentsOf(entry.function, declarations));
  }
  llvm::LLVMContext &context = reader_.program.getContext();
  auto *three = llvm::ConstantAsMetadata::get(reader_.builder.getInt32(3));
  auto *zero = llvm::ConstantAsMetadata::get(reader_.builder.getInt32(0));
  reader_.program.getOrInsertNamedMetadata("opencl.ocl.version")->addOperand(llvm::MDNode::get(context, {three, zero}));
}

llvm::Function &EntryPointWriter::writeKernel(const EntryPoint &entry, llvm::Function &body) {
  auto *kernel =
      llvm::Function::Create(body.getFunctionType(), llvm::GlobalValue::ExternalLinkage, entry.name, reader_.program);
  kernel->setAttributes(body.getAttributes().removeFnAttribute(body.getContext(), llvm::Attribute::AlwaysInline));
  reader_.addKernelAttributes(*kernel);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(body.getContext(), "", kernel));
  std::vector<llvm::Value *> arguments;
  for (llvm::Argument &argument : kernel->args()) {
    argument.setName(body.getArg(argument.getArgNo())->getName());
    arguments.push_back(&argument);
  }
  llvm::CallInst *call = builder.CreateCall(&body, arguments);
  call->setCallingConv(body.getCallingConv());
  call->setAttributes(body.getAttributes().removeFnAttributes(body.getContext()));
  call->addFnAttr(llvm::Attribute::Convergent);
  builder.CreateRetVoid();
  return *kernel;
}

void EntryPointWriter::writeSizes(const Instruction &mode, bool areIds, llvm::StringRef kind, llvm::Function &kernel) {
  std::vector<llvm::Metadata *> sizes;
  for (size_t index = 2; index < 5; ++index) {
    const std::optional<uint64_t> size = areIds ? reader_.number(mode.word(index)) : mode.word(index);
    if (!size || *size > UINT32_MAX)
      return reader_.flaw(mode, "names a size that is no constant");
    sizes.push_back(llvm::ConstantAsMetadata::get(reader_.builder.getInt32(static_cast<uint32_t>(*size))));
  }
  kernel.setMetadata(kind, llvm::MDNode::get(kernel.getContext(), sizes));
}

void EntryPointWriter::writeSubGroups(const Instruction &mode, llvm::Function &kernel) {
  const bool isId = static_cast<spv::ExecutionMode>(mode.word(1)) == spv::ExecutionMode::SubgroupsPerWorkgroupId;
  const std::optional<uint64_t> count = isId ? reader_.number(mode.word(2)) : mode.word(2);
  if (!count || *count == 0 || *count > UINT32_MAX)
    return reader_.flaw(mode, "names a number of sub-groups that is no constant, or that a group can't have");
  setRequiredSubGroups(kernel, static_cast<uint32_t>(*count));
}

void EntryPointWriter::writeModes(const EntryPoint &entry, llvm::Function &kernel) {
  llvm::LLVMContext &context = kernel.getContext();
  for (const Instruction &mode : reader_.entryPoints_.modesOf(entry.function)) {
    switch (static_cast<spv::ExecutionMode>(mode.word(1))) {
    case spv::ExecutionMode::LocalSize:
      writeSizes(mode, false, "reqd_work_group_size", kernel);
      break;
    case spv::ExecutionMode::LocalSizeId:
      writeSizes(mode, true, "reqd_work_group_size", kernel);
      break;
    case spv::ExecutionMode::LocalSizeHint:
      writeSizes(mode, false, "work_group_size_hint", kernel);
      break;
    case spv::ExecutionMode::LocalSizeHintId:
      writeSizes(mode, true, "work_group_size_hint", kernel);
      break;
    case spv::ExecutionMode::SubgroupSize:
      kernel.setMetadata(
          "intel_reqd_sub_group_size",
          llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(reader_.builder.getInt32(mode.word(2)))));
      break;
    case spv::ExecutionMode::VecTypeHint: {
      // The low half is the type: 0 char, 1 short, ... 4 half to 6 double. The high half is the number of elements.
      const uint32_t number = mode.word(2) & 0xffff;
      const uint32_t lanes = mode.word(2) >> 16;
      llvm::Type *scalar = number == 5 ? reader_.builder.getFloatTy() : reader_.builder.getDoubleTy();
      if (number < 4)
        scalar = reader_.builder.getIntNTy(8U << number);
      else if (number == 4)
        scalar = reader_.builder.getHalfTy();
      llvm::Type *type = lanes > 1 && lanes <= 16 ? llvm::FixedVectorType::get(scalar, lanes) : scalar;
      kernel.setMetadata("vec_type_hint",
                         llvm::MDNode::get(context, {llvm::ConstantAsMetadata::get(llvm::UndefValue::get(type)),
                                                     llvm::ConstantAsMetadata::get(reader_.builder.getInt32(1))}));
      break;
    }
    case spv::ExecutionMode::SubgroupsPerWorkgroup:
    case spv::ExecutionMode::SubgroupsPerWorkgroupId:
      writeSubGroups(mode, kernel);
      break;
    case spv::ExecutionMode::Initializer:
    case spv::ExecutionMode::Finalizer:
      reader_.flaw(mode, "makes the kernel '" + llvm::StringRef(entry.name) +
                             "' one that runs before or after all others, which OpenCL has had in version 2.2 alone");
      break;
    default: // floating-point modes that the device follows anyway or may ignore
      break;
    }
  }
}

std::vector<std::string> EntryPointWriter::stringsFor(llvm::StringRef kind, const llvm::Function &kernel) const {
  const std::string start = (kind + "." + kernel.getName() + ".").str();
  const auto found = reader_.strings_.lower_bound(start);
  llvm::StringRef text = found == reader_.strings_.end() ? llvm::StringRef() : llvm::StringRef(*found);
  if (!text.consume_front(start))
    return {};
  llvm::SmallVector<llvm::StringRef, 8> parts;
  text.split(parts, ',');
  std::vector<std::string> all(parts.begin(), parts.end());
  all.resize(kernel.arg_size());
  return all;
}

std::string EntryPointWriter::typeQualifiers(Id parameter) const {
  const Decorations &decorations = reader_.decorationsOf(parameter);
  std::string text;
  const auto add = [&](bool holds, llvm::StringRef word) {
    if (holds)
      text += (text.empty() ? "" : " ") + word.str();
  };
  add(decorations.hasParameter(spv::FunctionParameterAttribute::NoWrite), "const");
  add(decorations.isRestrict || decorations.hasParameter(spv::FunctionParameterAttribute::NoAlias), "restrict");
  add(decorations.isVolatile, "volatile");
  return text;
}

std::map<unsigned, DebugArgument> EntryPointWriter::describedOf(Id function, const Declarations &declarations) const {
  std::map<unsigned, DebugArgument> described = debug_.argumentsOf(function);
  const auto declared = declarations.find(function);
  if (declared == declarations.end())
    return described;
  for (unsigned index = 0; index < declared->second.parameters.size(); ++index)
    if (const auto name = reader_.names_.find(declared->second.parameters[index]); name != reader_.names_.end())
      described[index].name = name->second;
  return described;
}

std::map<unsigned, DebugArgument> EntryPointWriter::argumentsOf(Id function, const Declarations &declarations) const {
  std::map<unsigned, DebugArgument> described = describedOf(function, declarations);
  for (auto &[index, inBody] : describedOf(declarations.at(function).body, declarations)) {
    DebugArgument &own = described[index];
    own.name = own.name.empty() ? inBody.name : own.name;
    own.typeName = own.typeName.empty() ? inBody.typeName : own.typeName;
  }
  return described;
}

void EntryPointWriter::writeArguments(llvm::Function &kernel, const Type &type, llvm::ArrayRef<Id> parameters,
                                      const std::map<unsigned, DebugArgument> &described) {
  llvm::LLVMContext &context = kernel.getContext();
  const std::vector<std::string> types = stringsFor("kernel_arg_type", kernel);
  const std::vector<std::string> qualifiers = stringsFor("kernel_arg_type_qual", kernel);
  std::map<llvm::StringRef, std::vector<llvm::Metadata *>> columns;
  for (unsigned index = 0; index < kernel.arg_size() && index < parameters.size(); ++index) {
    const llvm::Argument &argument = *kernel.getArg(index);
    const bool byValue = argument.hasByValAttr();
    llvm::Type *slot = argument.getType();
    const bool isPipe = isPipeType(slot);
    unsigned space = isImageType(slot) || isPipe ? 1 : 0;
    if (slot->isPointerTy() && !byValue)
      space = slot->getPointerAddressSpace();
    Id id = type.members[index];
    if (const Type *pointer = reader_.types_.find(id); byValue && pointer)
      id = pointer->element;
    static constexpr llvm::StringLiteral accesses[] = {"read_only", "write_only", "read_write"};
    llvm::StringRef access = "none";
    if (isImageType(slot))
      access = accesses[llvm::cast<llvm::TargetExtType>(slot)->getIntParameter(6) % 3];
    else if (isPipe)
      access = accesses[llvm::cast<llvm::TargetExtType>(slot)->getIntParameter(0) % 2];
    const auto debug = described.find(index);
    std::string typeName = index < types.size() ? types[index] : "";
    // For opaque types, the debug information has the names of Clang's own structures ("opencl_..."), so the debug
    // information is not used.
    if (typeName.empty() && debug != described.end() && !debug->second.typeName.starts_with("opencl_"))
      typeName = debug->second.typeName;
    if (typeName.empty())
      typeName = types_.nameOf(id, reader_.decorationsOf(parameters[index]));
    const std::string name = debug != described.end() ? debug->second.name : "";
    const auto string = [&](llvm::StringRef text) { return llvm::MDString::get(context, text); };
    columns["kernel_arg_addr_space"].push_back(llvm::ConstantAsMetadata::get(reader_.builder.getInt32(space)));
    columns["kernel_arg_access_qual"].push_back(string(access));
    columns["kernel_arg_type"].push_back(string(typeName));
    columns["kernel_arg_base_type"].push_back(string(typeName));
    columns["kernel_arg_type_qual"].push_back(string(isPipe ? "pipe"
                                                     : index < qualifiers.size()
                                                         ? llvm::StringRef(qualifiers[index])
                                                         : llvm::StringRef(typeQualifiers(parameters[index]))));
    columns["kernel_arg_name"].push_back(string(name));
  }
  for (const llvm::StringRef kind : {"kernel_arg_addr_space", "kernel_arg_access_qual", "kernel_arg_type",
                                     "kernel_arg_base_type", "kernel_arg_type_qual", "kernel_arg_name"})
    kernel.setMetadata(kind, llvm::MDNode::get(context, columns[kind]));
}

} // namespace weft::compiler::spirv
