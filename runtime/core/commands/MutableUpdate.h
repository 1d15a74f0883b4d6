// New values for some mutable commands of a command-buffer, which take effect all at once or not at all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_MUTABLE_UPDATE_H
#define WEFT_RUNTIME_CORE_COMMANDS_MUTABLE_UPDATE_H

#include <map>

#include "core/commands/CommandBuffer.h"

namespace weft::core {

/// The update is filled in and prepared with no lock held, because code may have to be compiled for it. Then
/// CommandBuffer::commit applies it. If another update has been committed meanwhile, `commit` fails.
class MutableUpdate {
public:
  explicit MutableUpdate(CommandBuffer &buffer) : buffer_(buffer), version_(buffer.version()) {}

  /// The new state of the command, which the caller changes. It starts as the command's present state with a copy of
  /// its kernel.
  LaunchState &state(const RefPtr<MutableCommand> &command);
  /// Prepares the launches with their new state. Errors: those of checkLaunch. Arguments that are not set are no error.
  Result<> prepare();

private:
  friend class CommandBuffer;
  struct Change {
    RefPtr<MutableCommand> command;
    LaunchState state;
    RecordedCommand recorded;
  };

  CommandBuffer &buffer_;
  const uint64_t version_;
  std::map<uint32_t, Change> changes_; ///< by the index of the mutable command
};

} // namespace weft::core

#endif
