// The state of a program's builds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Program.h"

#include "Text.h"

namespace weft::core {

BuildState Program::state() const {
  Lock lock(mutex_);
  return state_;
}

Result<std::shared_ptr<const ProgramImage>> Program::executable() const {
  Lock lock(mutex_);
  if (state_.status != CL_BUILD_SUCCESS || state_.image->type() != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
    return fail(CL_INVALID_PROGRAM_EXECUTABLE, "The program has not been built to an executable.");
  return state_.image;
}

Result<> Program::build(const std::string &options, const std::function<BuildOutcome()> &work) {
  {
    Lock lock(mutex_);
    if (state_.status == CL_BUILD_IN_PROGRESS)
      return fail(CL_INVALID_OPERATION, "Another build of this program has not ended yet.");
    if (kernels_ != 0)
      return fail(CL_INVALID_OPERATION, concat("The program has ", kernels_, " kernel objects attached."));
    state_ = BuildState{CL_BUILD_IN_PROGRESS, options, {}, nullptr};
  }
  BuildOutcome outcome;
  try {
    outcome = work();
  } catch (const std::bad_alloc &) {
    outcome = {CL_OUT_OF_HOST_MEMORY, {}, nullptr};
  } catch (const std::exception &exception) {
    outcome = {CL_OUT_OF_RESOURCES, exception.what(), nullptr};
  }
  Lock lock(mutex_);
  state_.status = outcome.code == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  state_.log = outcome.log;
  state_.image = std::move(outcome.image);
  if (outcome.code != CL_SUCCESS)
    return fail(outcome.code, concat("The build has failed: ", outcome.log));
  return {};
}

void Program::attachKernel() {
  Lock lock(mutex_);
  ++kernels_;
}

void Program::detachKernel() {
  Lock lock(mutex_);
  --kernels_;
}

} // namespace weft::core
