// A program in an intermediate language: a SPIR-V module and its specialisation constants.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_IL_MODULE_H
#define WEFT_RUNTIME_CORE_PROGRAMS_IL_MODULE_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "Result.h"
#include "core/objects/Services.h"

namespace weft::core {

/// A specialisation constant: its SpecId, and the size of its value.
struct IlConstant {
  uint32_t id = 0;
  uint32_t bytes = 0;
};

/// The values of constants by their SpecId. A smaller value than 64 bits is in the lowest bits.
using IlConstantValues = std::map<uint32_t, uint64_t>;

struct IlModule {
  std::string bytes;
  std::vector<IlConstant> constants;

  /// Makes the compiler read the module. CL_INVALID_VALUE: the bytes are not valid SPIR-V.
  static Result<IlModule> read(const Services &services, std::string bytes);
};

} // namespace weft::core

#endif
