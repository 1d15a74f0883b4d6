// The address spaces of spir64, the form of IR that programs come in.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_ARCHIVE_ADDRESSSPACES_H
#define WEFT_COMPILER_BUILTINS_ARCHIVE_ADDRESSSPACES_H

namespace weft::compiler {

/// By the numbers that types of pointers have, and mangled names ("U3AS1"; nothing for private). Clang's, for the
/// triple spir64; the SPIR-V environment has the same kinds.
enum SpirAddressSpace : unsigned { spirPrivate = 0, spirGlobal = 1, spirConstant = 2, spirLocal = 3, spirGeneric = 4 };

} // namespace weft::compiler

#endif
