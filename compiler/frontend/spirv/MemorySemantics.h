// Converts scopes and memory semantics of SPIR-V to OpenCL C's values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_MEMORY_SEMANTICS_H
#define WEFT_COMPILER_FRONTEND_SPIRV_MEMORY_SEMANTICS_H

#include "frontend/spirv/Reader.h"

namespace weft::compiler::spirv {

/// OpenCL C's memory_order, in the numbers of C11 implementations.
enum class MemoryOrder : uint32_t { relaxed = 0, acquire = 2, release = 3, acquireRelease = 4, sequential = 5 };

/// Returns the memory order that the constant `semantics` stands for; the strongest order if the id is no known
/// constant.
inline MemoryOrder memoryOrderOf(const Reader &reader, Id semantics) {
  const std::optional<uint64_t> bits = reader.number(semantics);
  if (!bits || (*bits & 0x10) != 0)
    return MemoryOrder::sequential;
  if ((*bits & 8) != 0 || (*bits & 6) == 6)
    return MemoryOrder::acquireRelease;
  if ((*bits & 4) != 0)
    return MemoryOrder::release;
  return (*bits & 2) != 0 ? MemoryOrder::acquire : MemoryOrder::relaxed;
}

/// Returns the fence flags: CLK_LOCAL_MEM_FENCE 1, CLK_GLOBAL_MEM_FENCE 2, CLK_IMAGE_MEM_FENCE 4; all flags if the id
/// is no known constant.
inline uint32_t fenceFlagsOf(const Reader &reader, Id semantics) {
  const uint64_t bits = reader.number(semantics).value_or(0xb00);
  return ((bits & 0x100) != 0 ? 1u : 0u) | ((bits & 0x200) != 0 ? 2u : 0u) | ((bits & 0x800) != 0 ? 4u : 0u);
}

/// Returns the memory_scope: work-item 0, work-group 1, device 2, all devices 3, sub-group 4.
inline uint32_t memoryScopeOf(const Reader &reader, Id scope) {
  switch (static_cast<spv::Scope>(reader.number(scope).value_or(0))) {
  case spv::Scope::Device:
    return 2;
  case spv::Scope::Workgroup:
    return 1;
  case spv::Scope::Subgroup:
    return 4;
  case spv::Scope::Invocation:
    return 0;
  default:
    return 3;
  }
}

} // namespace weft::compiler::spirv

#endif
