// Program objects: keeps the state of their builds.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/Program.h"

#include <algorithm>
#include <cstring>

#include "Text.h"
#include "core/objects/Device.h"

namespace weft::core {

Program::Program(Context &context, std::string source)
    : context_(&context), origin_(ProgramOrigin::source), source_(std::move(source)), devices_(context.devices()),
      states_(devices_.size()) {}

Program::Program(Context &context, IlModule il)
    : context_(&context), origin_(ProgramOrigin::il), il_(std::move(il)), devices_(context.devices()),
      states_(devices_.size()) {}

Program::Program(Context &context, const Devices &devices, const std::vector<Image> &binaries)
    : context_(&context), origin_(ProgramOrigin::binary), devices_(devices), binaries_(binaries),
      states_(devices.size()) {
  Lock lock(mutex_);
  for (size_t i = 0; i < binaries.size(); ++i)
    states_[i].image = binaries[i];
}

Program::Program(Context &context, const Devices &devices)
    : context_(&context), origin_(ProgramOrigin::link), devices_(devices), states_(devices.size()) {}

size_t Program::indexOf(const Device &device) const {
  const auto found = std::ranges::find_if(devices_, [&](const auto &one) { return one.get() == &device; });
  return static_cast<size_t>(found - devices_.begin());
}

bool Program::has(const Device &device) const { return indexOf(device) < devices_.size(); }

const BuildState &Program::stateOf(size_t index) const {
  if (states_[index].status == CL_BUILD_NONE && !states_[index].image)
    for (const Device *above = devices_[index]->parent(); above; above = above->parent())
      if (size_t parent = indexOf(*above); parent < devices_.size() && states_[parent].status != CL_BUILD_NONE)
        return states_[parent];
  return states_[index];
}

BuildState Program::state(const Device &device) const {
  Lock lock(mutex_);
  return stateOf(indexOf(device));
}

Result<std::vector<Executable>> Program::executables() const {
  std::vector<Executable> found;
  Lock lock(mutex_);
  for (size_t i = 0; i < devices_.size(); ++i)
    if (const BuildState &state = stateOf(i);
        state.status == CL_BUILD_SUCCESS && state.image->type() == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
      found.push_back({devices_[i].get(), state.image});
  if (found.empty())
    return fail(CL_INVALID_PROGRAM_EXECUTABLE, "The program has not been built to an executable.");
  return found;
}

Result<> Program::build(const Devices &devices, const std::string &options, const std::function<BuildOutcome()> &work) {
  std::vector<size_t> indices;
  for (const RefPtr<Device> &device : devices)
    indices.push_back(indexOf(*device));
  {
    Lock lock(mutex_);
    for (size_t index : indices)
      if (states_[index].status == CL_BUILD_IN_PROGRESS)
        return fail(CL_INVALID_OPERATION, "Another build of this program has not ended yet.");
    if (kernels_ != 0)
      return fail(CL_INVALID_OPERATION, concat("The program has ", kernels_, " kernel objects attached."));
    for (size_t index : indices)
      states_[index] = BuildState{CL_BUILD_IN_PROGRESS, options, {}, nullptr};
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
  for (size_t index : indices) {
    states_[index].status = outcome.code == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    states_[index].log = outcome.log;
    states_[index].image = outcome.image;
  }
  if (outcome.code != CL_SUCCESS)
    return fail(outcome.code, concat("The build has failed: ", outcome.log));
  return {};
}

Result<> Program::setConstant(uint32_t id, const void *value, size_t size) {
  const auto constant = std::ranges::find(il_.constants, id, &IlConstant::id);
  if (constant == il_.constants.end())
    return fail(CL_INVALID_SPEC_ID, concat("The module has no specialization constant ", id, "."));
  if (size != constant->bytes)
    return fail(CL_INVALID_VALUE,
                concat("Specialization constant ", id, " has ", constant->bytes, " bytes, not ", size, "."));
  uint64_t bits = 0;
  std::memcpy(&bits, value, size);
  Lock lock(mutex_);
  constants_[id] = bits;
  return {};
}

IlConstantValues Program::constants() const {
  Lock lock(mutex_);
  return constants_;
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
