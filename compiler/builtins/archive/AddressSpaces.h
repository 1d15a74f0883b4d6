// The address spaces of spir64, which is the form of IR in which programs enter the compiler.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_ARCHIVE_ADDRESS_SPACES_H
#define WEFT_COMPILER_BUILTINS_ARCHIVE_ADDRESS_SPACES_H

namespace weft::compiler {

/// The address spaces, by the numbers that pointer types and mangled names have ("U3AS1"; nothing for private). The
/// numbers are Clang's for the triple spir64. SPIR-V has the same kinds of address spaces.
enum SpirAddressSpace : unsigned { spirPrivate = 0, spirGlobal = 1, spirConstant = 2, spirLocal = 3, spirGeneric = 4 };

} // namespace weft::compiler

#endif
