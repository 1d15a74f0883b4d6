// Replaces opaque types by their representation on the CPU. Images and pipes become addresses; samplers, reservations,
// queues and events become integers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/ImageTypes.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include "builtins/archive/AddressSpaces.h"
#include "builtins/archive/MangledName.h"
#include "kernel/DeviceObjects.h"
#include "kernel/KernelAttributes.h"
#include "kernel/TypeRewriter.h"

using namespace llvm;

namespace weft::compiler {

namespace {

bool isLowered(const Type *type) {
  return isImageType(type) || isSamplerType(type) || isPipeType(type) || isReservationType(type) || isQueueType(type) ||
         isDeviceEventType(type);
}

/// Returns whether the module has values of opaque types that lowerImageTypes replaces. Such values come from
/// parameters and calls alone, so looking at the functions' types suffices.
bool hasLoweredTypes(const Module &module) {
  return any_of(module, [](const Function &function) {
    return isLowered(function.getReturnType()) || any_of(function.getFunctionType()->params(), isLowered);
  });
}

Type *lowered(Type *type) {
  if (isImageType(type))
    return PointerType::get(type->getContext(), spirConstant);
  if (isPipeType(type))
    return PointerType::get(type->getContext(), spirGlobal);
  if (isReservationType(type) || isQueueType(type) || isDeviceEventType(type))
    return Type::getInt64Ty(type->getContext());
  return isSamplerType(type) ? Type::getInt32Ty(type->getContext()) : type;
}

constexpr StringLiteral identities[] = {"__translate_sampler_initializer", "__weft_read_pipe", "__weft_write_pipe",
                                        "__weft_reservation", "__weft_reservation_number"};

/// Returns whether `function` only returns its argument once the opaque types are replaced. Its calls are then
/// superfluous.
bool isIdentity(const Function &function) {
  if (!function.isDeclaration() || function.arg_size() != 1)
    return false;
  const StringRef base = functionBaseName(function.getName());
  return is_contained(identities, function.getName()) || base == "__weft_image" || base == "__weft_sampler";
}

void replaceByArgument(Function &function) {
  for (User *user : make_early_inc_range(function.users())) {
    auto *call = cast<CallInst>(user);
    call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
  function.eraseFromParent();
}

} // namespace

bool lowerImageTypes(Module &module) {
  if (!hasLoweredTypes(module))
    return false;
  for (Function &function : module)
    for (Argument &argument : function.args()) {
      if (isImageType(argument.getType()))
        argument.addAttr(Attribute::get(module.getContext(), imageAttribute));
      else if (isSamplerType(argument.getType()))
        argument.addAttr(Attribute::get(module.getContext(), samplerAttribute));
      else if (isPipeType(argument.getType()))
        argument.addAttr(Attribute::get(module.getContext(), pipeAttribute));
    }
  TypeRewriter(module, lowered).run();
  for (Function &function : make_early_inc_range(module))
    if (isIdentity(function))
      replaceByArgument(function);
  return true;
}

bool isImageFunction(StringRef mangledName) {
  const StringRef base = functionBaseName(mangledName);
  return base.starts_with("read_image") || base.starts_with("write_image") || base.starts_with("get_image_");
}

bool isFilteringFunction(StringRef mangledName) {
  // The last parameter is the coordinates, or a level of detail (`float`), which only follows coordinates that are
  // floating-point numbers.
  return functionBaseName(mangledName).starts_with("read_image") && mangledName.ends_with("f");
}

} // namespace weft::compiler
