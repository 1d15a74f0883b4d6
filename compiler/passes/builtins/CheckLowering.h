// Replaces the calls by which checks report errors by calls of functions that the launch provides.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_BUILTINS_CHECK_LOWERING_H
#define WEFT_COMPILER_PASSES_BUILTINS_CHECK_LOWERING_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft::compiler {

/// What: replaces calls of weft.check.* (kernel/CheckCalls.h) by calls of the functions to which WeftLaunch::check
/// points. weft.check.arguments becomes a load of WeftCheck::arguments. For weft.check.barrier there are two cases. In
/// a kernel that runs on fibers, it becomes a store of the barrier's position in the source to WeftItem::waitsAt. In
/// other kernels it is only removed, because only fibers have a WeftItem.
/// Why: the passes that form packets and loops copy the calls, so they are replaced after these passes.
/// Guarantees: no function weft.check.* is left.
///
///   call void @weft.check.report(ptr @site, ...)  =>  call void %report(ptr %checker, ptr %launch, ptr %group, ptr
///   @site, ...)
void lowerChecks(llvm::Function &kernel);

} // namespace weft::compiler

#endif
