// The machine that code is made for.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_HOST_TARGET_H
#define WEFT_COMPILER_CODEGEN_HOST_TARGET_H

#include <memory>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace weft::compiler {

/// `cpu` in LLVM's terms; "" for the one this runs on with all that it can do. The machine optimises fully and makes
/// position-independent code. How wide vectors should be is left to what LLVM knows of the CPU: some slow down as a
/// whole while 512-bit units are busy.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>> createHostTarget(llvm::StringRef cpu);

} // namespace weft::compiler

#endif
