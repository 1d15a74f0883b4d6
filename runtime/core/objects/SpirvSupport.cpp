// The SPIR-V versions, extensions and capabilities that the device supports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/SpirvSupport.h"

namespace weft::core {

namespace {

constexpr const char *sets[] = {
#define WEFT_SPIRV_SET(name) name,
#include <SpirvSupport.def>
};

constexpr const char *namesOfSpirvExtensions[] = {
#define WEFT_SPIRV_EXTENSION(name) name,
#include <SpirvSupport.def>
};

constexpr cl_uint capabilities[] = {
#define WEFT_SPIRV_CAPABILITY(name, number) number,
#define WEFT_SPIRV_NEW_CAPABILITY(name, number) number,
#include <SpirvSupport.def>
};

} // namespace

std::span<const char *const> spirvInstructionSets() { return sets; }
std::span<const char *const> spirvExtensions() { return namesOfSpirvExtensions; }
std::span<const cl_uint> spirvCapabilities() { return capabilities; }

} // namespace weft::core
