// Mangles, declares and calls builtin functions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/spirv/BuiltinCalls.h"

#include "llvm/IR/Module.h"

#include "builtins/archive/MangledName.h"
#include "kernel/OpaqueTypes.h"

namespace weft::compiler::spirv {
namespace {

std::string withLength(const std::string &name) { return std::to_string(name.size()) + name; }

std::string mangledImage(const llvm::TargetExtType &type) {
  // The integer parameters of an image's type are dimension (1D, 2D, 3D and, as 5, a buffer), depth, arrayed,
  // multisampled, sampled, format and access.
  const unsigned dimension = type.getIntParameter(0);
  std::string name = dimension == 5 ? "ocl_image1d_buffer" : "ocl_image" + std::to_string(dimension + 1) + "d";
  if (type.getIntParameter(2) != 0)
    name += "_array";
  if (type.getIntParameter(3) != 0)
    name += "_msaa";
  if (type.getIntParameter(1) != 0)
    name += "_depth";
  static constexpr const char *accesses[] = {"_ro", "_wo", "_rw"};
  return withLength(name + accesses[type.getIntParameter(6) % 3]);
}

void setEffects(llvm::Function &function, Effects effects) {
  function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function.addFnAttr(llvm::Attribute::Convergent);
  function.addFnAttr(llvm::Attribute::NoUnwind);
  if (effects == Effects::any)
    return;
  function.addFnAttr(llvm::Attribute::WillReturn);
  if (effects == Effects::none)
    function.setDoesNotAccessMemory();
  else
    function.setOnlyReadsMemory();
}

llvm::CallInst *callDeclared(llvm::IRBuilderBase &builder, llvm::StringRef name, llvm::FunctionType *type,
                             llvm::ArrayRef<llvm::Value *> arguments, Effects effects) {
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  if (!module.getNamedValue(name))
    setEffects(*llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module), effects);
  llvm::Function *function = module.getFunction(name);
  if (!function || function->getFunctionType() != type || function->getCallingConv() != llvm::CallingConv::SPIR_FUNC)
    return nullptr;
  llvm::CallInst *call = builder.CreateCall(function, arguments);
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  call->addFnAttr(llvm::Attribute::Convergent);
  call->addFnAttr(llvm::Attribute::NoUnwind);
  return call;
}

} // namespace

std::string mangledType(llvm::Type *type, bool isSigned) {
  if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type))
    return "Dv" + std::to_string(vector->getNumElements()) + "_" + mangledType(vector->getElementType(), isSigned);
  if (auto *integer = llvm::dyn_cast<llvm::IntegerType>(type)) {
    switch (integer->getBitWidth()) {
    case 1:
      return "b";
    case 8:
      return isSigned ? "c" : "h";
    case 16:
      return isSigned ? "s" : "t";
    case 32:
      return isSigned ? "i" : "j";
    default:
      return isSigned ? "l" : "m";
    }
  }
  if (type->isHalfTy())
    return "Dh";
  if (type->isDoubleTy())
    return "d";
  if (isImageType(type))
    return mangledImage(*llvm::cast<llvm::TargetExtType>(type));
  if (isSamplerType(type))
    return withLength("ocl_sampler");
  if (isEventType(type))
    return withLength("ocl_event");
  return "f";
}

std::string mangledPointer(const llvm::Type *pointer, llvm::StringRef pointee, llvm::StringRef qualifiers) {
  const unsigned space = pointer->getPointerAddressSpace();
  return (space == 0 ? "P" : "PU3AS" + std::to_string(space)) + qualifiers.str() + pointee.str();
}

llvm::CallInst *callBuiltin(llvm::IRBuilderBase &builder, llvm::StringRef name, llvm::Type *result,
                            llvm::ArrayRef<Parameter> parameters, Effects effects) {
  std::string mangled = "_Z" + withLength(name.str());
  std::vector<llvm::Value *> arguments;
  std::vector<llvm::Type *> types;
  for (const Parameter &parameter : parameters) {
    mangled += parameter.type;
    arguments.push_back(parameter.value);
    types.push_back(parameter.value->getType());
  }
  if (parameters.empty())
    mangled += "v";
  // `mangled` writes each type in full. renumberAddressSpaces writes the name again, here with the same numbers, but
  // with the substitutions (S_, S0_) that the mangling rules require for repeated types.
  const auto rewritten = renumberAddressSpaces(mangled, [](unsigned number) { return number; });
  return callDeclared(builder, rewritten.value_or(mangled), llvm::FunctionType::get(result, types, false), arguments,
                      effects);
}

llvm::CallInst *callUnmangled(llvm::IRBuilderBase &builder, llvm::StringRef name, llvm::FunctionType *type,
                              llvm::ArrayRef<llvm::Value *> arguments) {
  return callDeclared(builder, name, type, arguments, Effects::any);
}

} // namespace weft::compiler::spirv
