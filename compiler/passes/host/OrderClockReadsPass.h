// Makes a thread's reads of the CPU's clock happen in the program's order, so that time doesn't run backwards.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_HOST_ORDER_CLOCK_READS_PASS_H
#define WEFT_COMPILER_PASSES_HOST_ORDER_CLOCK_READS_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft::compiler {

/// What: puts a load fence before each read of the CPU's time-stamp counter.
/// Why: the clocks of cl_khr_kernel_clock don't run backwards, but the CPU may execute RDTSC before earlier
/// instructions: an earlier RDTSC, or the load that has seen another work-item's time. LFENCE waits until all earlier
/// instructions have executed, loads among them (Intel's manual, volume 2B, "RDTSC"; AMD's, volume 3, "RDTSC", for the
/// mode of LFENCE that Linux sets). No fence is needed after the read: other threads see a store once all instructions
/// before the store have retired.
/// Requires: the host's triple. The pass does nothing for CPUs other than x86.
/// Guarantees: two reads of the clock are ordered if one thread makes both, or if the second thread first loads a value
/// that the first thread stored after its read. The later read then gives no smaller value, on CPUs whose cores'
/// counters agree (invariant TSC).
///
///   %t = call i64 @llvm.readcyclecounter()  =>  call void @llvm.x86.sse2.lfence()
///                                               %t = call i64 @llvm.readcyclecounter()
class OrderClockReadsPass : public llvm::PassInfoMixin<OrderClockReadsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
};

} // namespace weft::compiler

#endif
