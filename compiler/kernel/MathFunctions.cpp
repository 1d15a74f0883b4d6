// Recognises calls of OpenCL C's mathematical functions.
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

/// Returns the callee's name as in the source, with the types of its parameters: "fma(float, float, float)". Returns an
/// empty text if the callee isn't a builtin that returns floating-point numbers.
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
