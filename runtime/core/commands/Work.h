// A job of device-cpu as a part of a command.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_COMMANDS_WORK_H
#define WEFT_RUNTIME_CORE_COMMANDS_WORK_H

#include "core/objects/Cpu.h"

namespace weft::core {

/// The command runs the job's pieces and tells the end itself (Command::Runner).
template <typename JobType> class Work final : public JobType {
public:
  using JobType::JobType;
  void finished() override {}
};

} // namespace weft::core

#endif
