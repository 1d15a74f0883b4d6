// Makes table look-ups in builtins safe for arguments that have no entry.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_BUILTINS_IMPORT_TABLE_INDICES_H
#define WEFT_COMPILER_BUILTINS_IMPORT_TABLE_INDICES_H

#include "llvm/IR/Module.h"

namespace weft::compiler {

/// libclc looks up tables by an index that is converted from floating point. It does so even if the argument is NaN
/// or beyond the table, and then drops the looked-up value. It relies on a GPU's conversions, which saturate. x86's
/// conversions give the most negative number, far from the table. This makes conversions saturate if their result
/// reaches an address.
///
/// before: %i = fptosi double %y to i32              after: %i = call i32 @llvm.fptosi.sat.i32.f64(double %y)
///         %j = call i32 @llvm.smin(i32 %i, i32 36)
///         %p = getelementptr [37 x double], ptr @table, i32 0, i32 %j
void saturateTableIndices(llvm::Module &module);

} // namespace weft::compiler

#endif
