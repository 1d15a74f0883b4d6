// Updates of the launches that a command-buffer has recorded: prepares the launches with their new values.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/MutableUpdate.h"

namespace weft::core {

LaunchState &MutableUpdate::state(const RefPtr<MutableCommand> &command) {
  const auto found = changes_.find(command->number());
  if (found != changes_.end())
    return found->second.state;
  Change change{command, buffer_.state(*command), {}};
  change.state.kernel = makeRef<Kernel>(*change.state.kernel);
  return changes_.emplace(command->number(), std::move(change)).first->second.state;
}

Result<> MutableUpdate::prepare() {
  for (auto &[number, change] : changes_) {
    auto state = std::make_shared<const LaunchState>(std::move(change.state));
    change.recorded = TRY(recordLaunch(change.command->queue().device(), std::move(state), true));
    change.recorded.kernel = RefPtr<Kernel>(&change.command->kernel());
  }
  return {};
}

} // namespace weft::core
