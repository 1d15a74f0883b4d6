// The order in which the parts of a SPIR-V module's functions are read.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_SPIRV_FUNCTION_ORDER_H
#define WEFT_COMPILER_FRONTEND_SPIRV_FUNCTION_ORDER_H

#include "frontend/spirv/Decoder.h"

namespace weft::compiler::spirv {

/// Moves blocks after their dominators, and variables to the beginning of their functions, as SPIR-V's section 2.4
/// ("Logical Layout of a Module") requires. Producers in use write optimised code in other orders. A module in the
/// right order stays as it is. The module needn't be valid: anything that is no block stays where it is, and the reader
/// reports it. Takes time in proportion to the module, times the logarithm of the number of a function's blocks.
void orderFunctions(DecodedModule &module);

} // namespace weft::compiler::spirv

#endif
