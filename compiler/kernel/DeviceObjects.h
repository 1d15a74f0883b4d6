// Recognises pipes and their reservations by types and parameter attributes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_DEVICE_OBJECTS_H
#define WEFT_COMPILER_KERNEL_DEVICE_OBJECTS_H

#include "kernel/OpaqueTypes.h"

namespace weft::compiler {

/// Whether `type` is reserve_id_t.
inline bool isReservationType(const llvm::Type *type) { return isOpaqueType(type, "spirv.ReserveId"); }

/// On a parameter that is a pipe: the address of a WeftPipe (PipeAbi.h).
inline constexpr llvm::StringLiteral pipeAttribute = "weft-pipe";

} // namespace weft::compiler

#endif
