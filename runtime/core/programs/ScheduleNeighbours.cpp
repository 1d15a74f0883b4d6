// Lists the schedules that are worth a trial beside the schedule of a kernel's present code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/ScheduleNeighbours.h"

namespace weft::core {

namespace {

/// Packets of fewer work-items fill no vector register on any CPU, unless their elements are long.
constexpr uint32_t leastWidth = 4;
/// How many packets run together in the first trial of unroll-and-jam, and in the second.
constexpr uint32_t usualJam = 4, littleJam = 2;

class NeighbourList {
public:
  explicit NeighbourList(const KernelSchedule &requested) : requested_(requested) {}

  void addExecutor(ScheduleExecutor executor) {
    KernelSchedule schedule = executor == ScheduleExecutor::loops ? KernelSchedule() : requested_;
    schedule.executor = executor;
    list_.push_back(schedule);
  }
  template <typename Value>
  void add(std::optional<Value> KernelSchedule::*decision, std::type_identity_t<Value> value) {
    KernelSchedule schedule = requested_;
    schedule.executor = ScheduleExecutor::packets;
    schedule.*decision = value;
    list_.push_back(schedule);
  }
  void addWidth(uint32_t width) {
    if (width >= leastWidth && width <= kernelSchedule::maxWidth)
      add(&KernelSchedule::width, width);
  }
  void addJam(uint32_t jam) {
    if (jam <= kernelSchedule::maxJam)
      add(&KernelSchedule::jam, jam);
  }
  std::vector<KernelSchedule> take() { return std::move(list_); }

private:
  const KernelSchedule requested_;
  std::vector<KernelSchedule> list_;
};

} // namespace

std::vector<KernelSchedule> neighboursOf(const KernelSchedule &requested, const KernelSchedule &present) {
  NeighbourList list(requested);
  if (present.executor == ScheduleExecutor::loops) {
    list.addExecutor(ScheduleExecutor::packets);
    return list.take();
  }
  if (present.executor != ScheduleExecutor::packets || !present.width)
    return {};
  list.addWidth(2 * *present.width);
  list.addExecutor(ScheduleExecutor::loops);
  if (present.jam) {
    list.addJam(*present.jam == 1 ? usualJam : 2 * *present.jam);
    list.addJam(*present.jam == 1 ? littleJam : 1);
  }
  list.addWidth(*present.width / 2);
  for (const auto decision :
       {&KernelSchedule::unroll, &KernelSchedule::partition, &KernelSchedule::guard, &KernelSchedule::delinearise,
        &KernelSchedule::flatten, &KernelSchedule::interleave, &KernelSchedule::prefetch})
    if (present.*decision == true)
      list.add(decision, false);
  if (present.dimension.value_or(0) != 0)
    list.add(&KernelSchedule::dimension, 0u);
  return list.take();
}

} // namespace weft::core
