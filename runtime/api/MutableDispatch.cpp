// Entry points that record launches and change them later (cl_khr_command_buffer_mutable_dispatch).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/MutableDispatch.h"

#include <algorithm>
#include <span>

#include "ScopeFail.h"
#include "Text.h"
#include "api/EntryPoints.h"
#include "api/Info.h"
#include "core/commands/MutableUpdate.h"

namespace weft::api {

namespace {

using core::LaunchState;
using core::MutableCommand;
using Config = khr::cl_mutable_dispatch_config_khr;

Result<core::LaunchProperties> readProperties(const cl_command_properties_khr *given) {
  core::LaunchProperties properties{.list = {}, .fields = updatableFields};
  if (!given)
    return properties;
  const cl_command_properties_khr *entry = given;
  for (; *entry != 0; entry += 2) {
    // CL_INVALID_VALUE: a name occurs twice, or a name or an assertion is unknown.
    for (const cl_command_properties_khr *other = given; other != entry; other += 2)
      if (*other == *entry)
        return fail(CL_INVALID_VALUE, concat("Property ", hex(*entry), " is given twice."));
    if (*entry == CL_MUTABLE_DISPATCH_ASSERTS_KHR) {
      properties.needsLocalSize = TRY(readAsserts(entry[1]));
      continue;
    }
    if (*entry != CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR)
      return fail(CL_INVALID_VALUE, concat("Recorded launches have no property ", hex(*entry), "."));
    // CL_INVALID_VALUE: a field is unknown. CL_INVALID_OPERATION can't occur, because all known fields can be updated.
    if (entry[1] & ~updatableFields)
      return fail(CL_INVALID_VALUE, concat(hex(entry[1]), " has unknown fields."));
    properties.fields = entry[1];
    properties.mayLackArguments = (entry[1] & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR) != 0;
  }
  properties.list.assign(given, entry + 1);
  return properties;
}

/// Returns the elements of one list of an update's configuration. CL_INVALID_OPERATION: the list has elements, but the
/// launch was recorded without the right to change this field. CL_INVALID_VALUE: a count without a list, or a list
/// without a count.
template <typename Element>
Result<std::span<const Element>> changes(const MutableCommand &command, cl_mutable_dispatch_fields_khr field,
                                         const char *what, cl_uint count, const Element *list) {
  if (count != 0 && (command.properties().fields & field) == 0)
    return fail(CL_INVALID_OPERATION, concat("The ", what, " of this command may not be updated."));
  if ((count == 0) != (list == nullptr))
    return fail(CL_INVALID_VALUE, concat("The list of ", what, " and its length contradict each other."));
  return std::span(list, count);
}

/// Sets a new size or offset if the configuration gives one. CL_INVALID_OPERATION: the launch was recorded without the
/// right to change it.
Result<> changeSize(const MutableCommand &command, cl_mutable_dispatch_fields_khr field, const char *what,
                    const size_t *given, cl_uint workDim, std::array<size_t, 3> &size) {
  if (!given)
    return {};
  if ((command.properties().fields & field) == 0)
    return fail(CL_INVALID_OPERATION, concat("The ", what, " of this command may not be updated."));
  std::copy_n(given, workDim, size.begin());
  return {};
}

/// Whether all groups have the same size. The result is valid only if the application gives a local size without
/// zeros.
bool hasUniformGroups(const LaunchState &state) {
  for (cl_uint d = 0; d < state.workDim; ++d)
    if (state.localSize[d] != 0 && state.globalSize[d] % state.localSize[d] != 0)
      return false;
  return true;
}

Result<> changeArguments(const MutableCommand &command, const Config &config, core::Kernel &kernel) {
  const auto arguments =
      TRY(changes(command, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, "arguments", config.num_args, config.arg_list));
  const auto pointers =
      TRY(changes(command, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, "arguments", config.num_svm_args, config.arg_svm_list));
  const auto infos = TRY(changes(command, CL_MUTABLE_DISPATCH_EXEC_INFO_KHR, "execution information",
                                 config.num_exec_infos, config.exec_info_list));
  for (const auto &argument : arguments)
    TRY(kernel.setArgument(argument.arg_index, argument.arg_size, argument.arg_value));
  for (const auto &pointer : pointers)
    TRY(kernel.setPointer(pointer.arg_index, pointer.arg_value));
  for (const auto &info : infos)
    TRY(checkExecInfo(info.param_name, info.param_value_size, info.param_value));
  return {};
}

Result<> changeRange(const MutableCommand &command, const Config &config, LaunchState &state) {
  // CL_INVALID_OPERATION: the count of dimensions differs.
  if (config.work_dim != 0 && config.work_dim != state.workDim)
    return fail(CL_INVALID_OPERATION,
                concat("The command has ", state.workDim, " dimensions, not ", config.work_dim, "."));
  const bool hadLocalSize = state.hasLocalSize, wasUniform = hasUniformGroups(state);
  TRY(changeSize(command, CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR, "global offset", config.global_work_offset,
                 state.workDim, state.globalOffset));
  TRY(changeSize(command, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, "global size", config.global_work_size, state.workDim,
                 state.globalSize));
  TRY(changeSize(command, CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR, "local size", config.local_work_size, state.workDim,
                 state.localSize));
  state.hasLocalSize |= config.local_work_size != nullptr;
  // CL_INVALID_OPERATION: the update would make uniform groups non-uniform, or the reverse.
  if (hadLocalSize && hasUniformGroups(state) != wasUniform)
    return fail(CL_INVALID_OPERATION, "An update can't change whether the work-groups of a command are uniform.");
  return {};
}

Result<> addConfig(Call &call, core::CommandBuffer &buffer, core::MutableUpdate &update, const Config &config) {
  const RefPtr<MutableCommand> command = TRY(call.resolve<MutableCommand>(config.command));
  // CL_INVALID_MUTABLE_COMMAND_KHR: the command belongs to another command-buffer.
  if (!command->isOf(buffer))
    return fail(CL_INVALID_MUTABLE_COMMAND_KHR, "The command belongs to another command-buffer.");
  LaunchState &state = update.state(command);
  TRY(changeArguments(*command, config, *state.kernel));
  return changeRange(*command, config, state);
}

/// Checks the arguments of clUpdateMutableCommandsKHR. Doesn't check the contents of the configurations, which the
/// caller does.
Result<> checkUpdate(const core::CommandBuffer &buffer, cl_uint count, const cl_command_buffer_update_type_khr *types,
                     const void **configs) {
  // CL_INVALID_OPERATION: the command-buffer is not finalised, or was not created as mutable.
  if (!buffer.graph())
    return fail(CL_INVALID_OPERATION, "The command-buffer has not been finalised.");
  if (!buffer.isMutable())
    return fail(CL_INVALID_OPERATION, "The command-buffer was made without CL_COMMAND_BUFFER_MUTABLE_KHR.");
  // CL_INVALID_VALUE: the lists and their count contradict each other, a type is unknown, or a configuration is NULL.
  if ((count == 0) != (types == nullptr) || (count == 0) != (configs == nullptr))
    return fail(CL_INVALID_VALUE, "The lists of configurations and their length contradict each other.");
  for (cl_uint i = 0; i < count; ++i) {
    if (types[i] != khr::mutableDispatchConfig)
      return fail(CL_INVALID_VALUE, concat(types[i], " is no type of a configuration."));
    if (!configs[i])
      return fail(CL_INVALID_VALUE, concat("Configuration ", i, " is NULL."));
  }
  return {};
}

/// A query about a command, with a reference to its command-buffer.
struct MutableQuery {
  const MutableCommand &command;
  core::CommandBuffer &buffer;

  LaunchState state() const { return buffer.state(command); }
};

/// Answers with the sizes or offsets `which` of the launch, one for each of its dimensions.
Answer sizes(const MutableQuery &query, std::array<size_t, 3> LaunchState::*which) {
  const LaunchState state = query.state();
  return array(std::span<const size_t>(state.*which).first(state.workDim));
}

const InfoQuery<const MutableQuery> mutableCommandInfo[] = {
    {CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR,
     [](const MutableQuery &query) { return scalar<cl_command_queue>(query.command.queue().show()); }},
    {CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR,
     [](const MutableQuery &query) { return scalar<cl_command_buffer_khr>(query.buffer.show()); }},
    {CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR,
     [](const MutableQuery &) { return scalar<cl_command_type>(CL_COMMAND_NDRANGE_KERNEL); }},
    {CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR,
     [](const MutableQuery &query) { return array(query.command.properties().list); }},
    {CL_MUTABLE_DISPATCH_KERNEL_KHR,
     [](const MutableQuery &query) { return scalar<cl_kernel>(query.command.kernel().show()); }},
    {CL_MUTABLE_DISPATCH_DIMENSIONS_KHR,
     [](const MutableQuery &query) { return scalar<cl_uint>(query.state().workDim); }},
    {CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR,
     [](const MutableQuery &query) { return sizes(query, &LaunchState::globalOffset); }},
    {CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR,
     [](const MutableQuery &query) { return sizes(query, &LaunchState::globalSize); }},
    {CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR,
     [](const MutableQuery &query) { return sizes(query, &LaunchState::localSize); }},
};

} // namespace

Result<bool> readAsserts(cl_mutable_dispatch_asserts_khr asserts) {
  constexpr cl_mutable_dispatch_asserts_khr known = CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;
  if (asserts & ~known)
    return fail(CL_INVALID_VALUE, concat(hex(asserts), " has unknown assertions."));
  return asserts != 0;
}

Result<> recordLaunch(const Recording &recording, core::Kernel &kernel, const core::LaunchRequest &request) {
  const RecordingArguments &arguments = recording.arguments;
  core::LaunchProperties properties = TRY(readProperties(arguments.properties));
  // CL_INVALID_VALUE: the application has asserted that updates don't increase the number of work-groups, but gives no
  // local size.
  if ((properties.needsLocalSize || recording.buffer->request().needsLocalSize) && !request.localSize)
    return fail(CL_INVALID_VALUE, "Without a local size the number of work-groups isn't the application's to assert.");
  TRY(core::checkDimensions(request));
  core::RecordedCommand command = TRY(core::recordLaunch(
      recording.queue().device(), std::make_shared<const LaunchState>(kernel, request), properties.mayLackArguments));
  command.kernel = RefPtr<core::Kernel>(&kernel);
  if (!arguments.handle)
    return record(recording, std::move(command));

  auto handle = makeRef<MutableCommand>(*recording.buffer, recording.queue(), kernel, std::move(properties));
  const cl_mutable_command_khr published = handle->publish();
  ScopeFail withdraw([&] { handle->releaseHandle(); });
  TRY(record(recording, std::move(command), handle));
  withdraw.dismiss();
  *arguments.handle = published;
  return {};
}

cl_int CL_API_CALL clUpdateMutableCommandsKHR(cl_command_buffer_khr buffer, cl_uint count,
                                              const cl_command_buffer_update_type_khr *types, const void **configs) {
  return run("clUpdateMutableCommandsKHR", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandBuffer> itsBuffer = TRY(call.resolve<core::CommandBuffer>(buffer));
    TRY(checkAlive(itsBuffer->context()));
    TRY(checkUpdate(*itsBuffer, count, types, configs));
    // If another thread has committed an update meanwhile, `commit` fails. Then this update is prepared again from the
    // state that the other update has left, so that both updates take effect.
    for (;;) {
      core::MutableUpdate update(*itsBuffer);
      for (cl_uint i = 0; i < count; ++i)
        TRY(addConfig(call, *itsBuffer, update, *static_cast<const Config *>(configs[i])));
      TRY(update.prepare());
      if (itsBuffer->commit(update))
        return {};
    }
  });
}

cl_int CL_API_CALL clGetMutableCommandInfoKHR(cl_mutable_command_khr command, cl_mutable_command_info_khr name,
                                              size_t size, void *value, size_t *sizeReturned) {
  return run("clGetMutableCommandInfoKHR", [&](Call &call) -> Result<> {
    const RefPtr<MutableCommand> object = TRY(call.resolve<MutableCommand>(command));
    const RefPtr<core::CommandBuffer> buffer = object->buffer();
    if (!buffer)
      return std::unexpected(core::invalidHandle(command, MutableCommand::kind, MutableCommand::invalidCode));
    const MutableQuery query{*object, *buffer};
    return answerQuery(mutableCommandInfo, query, name, {size, value, sizeReturned});
  });
}

} // namespace weft::api
