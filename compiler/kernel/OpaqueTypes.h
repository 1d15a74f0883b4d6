// Recognises OpenCL C's opaque types in IL: LLVM target types with the names that Clang and SPIR-V readers use.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_OPAQUE_TYPES_H
#define WEFT_COMPILER_KERNEL_OPAQUE_TYPES_H

#include "llvm/IR/DerivedTypes.h"

namespace weft::compiler {

inline bool isOpaqueType(const llvm::Type *type, llvm::StringRef name) {
  const auto *target = llvm::dyn_cast<llvm::TargetExtType>(type);
  return target && target->getName() == name;
}

/// Whether `type` is an image. The type's parameters are those of SPIR-V's OpTypeImage.
inline bool isImageType(const llvm::Type *type) { return isOpaqueType(type, "spirv.Image"); }
inline bool isSamplerType(const llvm::Type *type) { return isOpaqueType(type, "spirv.Sampler"); }
inline bool isPipeType(const llvm::Type *type) { return isOpaqueType(type, "spirv.Pipe"); }
/// Whether `type` is event_t.
inline bool isEventType(const llvm::Type *type) { return isOpaqueType(type, "spirv.Event"); }
/// Whether `type` is queue_t.
inline bool isQueueType(const llvm::Type *type) { return isOpaqueType(type, "spirv.Queue"); }
/// Whether `type` is clk_event_t.
inline bool isDeviceEventType(const llvm::Type *type) { return isOpaqueType(type, "spirv.DeviceEvent"); }

} // namespace weft::compiler

#endif
