// Changes of recorded launches.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/MutableUpdate.h"

#include <algorithm>

namespace weft::core {

LaunchState::LaunchState(const Kernel &itsKernel, const LaunchRequest &request)
    : kernel(makeRef<Kernel>(itsKernel)), workDim(request.workDim), hasLocalSize(request.localSize != nullptr) {
  const auto copy = [&](const size_t *from, std::array<size_t, 3> &to) {
    if (from)
      std::copy_n(from, workDim, to.begin());
  };
  copy(request.globalOffset, globalOffset);
  copy(request.globalSize, globalSize);
  copy(request.localSize, localSize);
}

LaunchState &MutableUpdate::state(const MutableCommand &command) {
  const auto found = changes_.find(command.number());
  if (found != changes_.end())
    return found->second.state;
  Change change{buffer_.state(command), {}};
  change.state.kernel = makeRef<Kernel>(*change.state.kernel);
  return changes_.emplace(command.number(), std::move(change)).first->second.state;
}

Result<> MutableUpdate::prepare() {
  for (auto &[number, change] : changes_)
    change.command = TRY(recordUpdatedLaunch(buffer_.queue().device(), *change.state.kernel, change.state.request()));
  return {};
}

} // namespace weft::core
