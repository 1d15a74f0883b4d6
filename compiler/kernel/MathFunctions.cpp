// Calls of OpenCL C's functions of mathematics.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/MathFunctions.h"

#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

#include "builtins/archive/MangledName.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// As in the source, with its parameters; empty for what isn't a builtin of floating-point numbers.
std::string builtinName(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->getName().starts_with("_Z") || !call.getType()->isFPOrFPVectorTy())
    return {};
  return readableFunctionName(callee->getName());
}

bool multipliesAndAdds(StringRef name) { return name.starts_with("fma(") || name.starts_with("mad("); }

} // namespace

bool isMathFunction(const CallBase &call) {
  const std::string name = builtinName(call);
  return !name.empty() && !multipliesAndAdds(name);
}

bool isMultiplyAddFunction(const CallBase &call) { return multipliesAndAdds(builtinName(call)); }

} // namespace weft::compiler
