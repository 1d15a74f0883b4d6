// Keeps the code generator's time linear for loops with many memory accesses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_LARGE_LOOPS_H
#define WEFT_COMPILER_CODEGEN_LARGE_LOOPS_H

namespace llvm {
class Module;
class OptPassGate;
} // namespace llvm

namespace weft::compiler {

/// While an object of this class lives, LLVM generates the code of `module` without loop strength reduction, if the
/// module has a loop with very many accesses: an innermost loop with more than CodeSizes::strengthReducedAccesses
/// accesses at changing addresses. The reduction compares all combinations of ways to compute the addresses. For
/// example, if a loop reads sixteen lanes' runs of elements in five buffers, the reduction takes five times as long as
/// the rest of the code generator. It gains nothing there, because the CPU has too few registers for so many counters.
/// Requires that no other thread uses the module's context.
class SkipLoopStrengthReduction {
public:
  explicit SkipLoopStrengthReduction(llvm::Module &module);
  ~SkipLoopStrengthReduction();
  SkipLoopStrengthReduction(const SkipLoopStrengthReduction &) = delete;
  SkipLoopStrengthReduction &operator=(const SkipLoopStrengthReduction &) = delete;

private:
  llvm::Module &module_;
  llvm::OptPassGate &before_;
};

} // namespace weft::compiler

#endif
