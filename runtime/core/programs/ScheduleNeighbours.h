// Lists the schedules that are worth a trial beside the schedule of a kernel's present code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_PROGRAMS_SCHEDULE_NEIGHBOURS_H
#define WEFT_RUNTIME_CORE_PROGRAMS_SCHEDULE_NEIGHBOURS_H

#include <vector>

#include <KernelSchedule.h>

namespace weft::core {

/// Returns the schedules that differ from `requested` in one decision, or in the executor. `requested` has the
/// decisions that the present code was asked for; `present` has those that the compiler took, too. Each schedule in the
/// result has the decisions of `requested` and one decision that differs from `present`. Those that make the greatest
/// difference most often come first. A kernel may not allow some of these decisions. It then has the same code as
/// without them.
std::vector<KernelSchedule> neighboursOf(const KernelSchedule &requested, const KernelSchedule &present);

} // namespace weft::core

#endif
