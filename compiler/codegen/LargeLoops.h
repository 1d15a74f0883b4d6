// Keeps the code generator's time in loops of many accesses linear.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_LARGE_LOOPS_H
#define WEFT_COMPILER_CODEGEN_LARGE_LOOPS_H

namespace llvm {
class Module;
class OptPassGate;
} // namespace llvm

namespace weft::compiler {

/// While it lives, code is generated for `module` without LLVM's loop strength reduction if an innermost loop of it
/// makes more than CodeSizes::reducedAccesses accesses at addresses that change. The reduction weighs each way to count
/// each of the addresses against all others: rows of sixteen lanes from five buffers take it five times as long as all
/// else of the code generator, and there are no registers for so many counters. One thread uses the module's context.
class LeaveLargeLoops {
public:
  explicit LeaveLargeLoops(llvm::Module &module);
  ~LeaveLargeLoops();
  LeaveLargeLoops(const LeaveLargeLoops &) = delete;
  LeaveLargeLoops &operator=(const LeaveLargeLoops &) = delete;

private:
  llvm::Module &module_;
  llvm::OptPassGate &before_;
};

} // namespace weft::compiler

#endif
