// Enumerates the schedules that a kernel may have, with the time that each is expected to take.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SCHEDULE_SCHEDULE_CANDIDATES_H
#define WEFT_COMPILER_SCHEDULE_SCHEDULE_CANDIDATES_H

#include <vector>

#include "CodeRequest.h"
#include "codegen/TargetProfile.h"

namespace llvm {
class Function;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace weft::compiler {

class BuiltinLibrary;

/// A schedule that a kernel may have.
struct ScheduleCandidate {
  KernelSchedule schedule;
  double cycles = 0; ///< the estimated CPU cycles of one work-item (PacketCost)
};

/// Returns the candidates for a kernel that no pass has changed for packets yet: loops, and packets along each
/// dimension whose ids the kernel uses, of half the usual width, the usual width and twice the usual width of the
/// target. A kernel that can observe its sub-groups has a single candidate. The estimate counts the kernel's own
/// instructions, so it doesn't tell what later passes gain by unrolling or jamming loops. The list is sorted by the
/// estimate, the least first. `evolution` is LLVM's analysis of the counters of `loops`.
std::vector<ScheduleCandidate> listCandidates(llvm::Function &kernel, const llvm::LoopInfo &loops,
                                              llvm::ScalarEvolution &evolution, const BuiltinLibrary &builtins,
                                              const TargetProfile &profile);

/// Whether groups may have several work-items in `dimension`, as far as the local size shows that the code is for.
bool mayHaveItems(const llvm::Function &kernel, unsigned dimension);

} // namespace weft::compiler

#endif
