// Answers queries about kernels (OpenCL 3.0 section 5.9.4).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/Info.h"
#include "core/commands/CommandQueue.h"
#include "core/launches/LaunchPlan.h"
#include "core/objects/Device.h"
#include "core/programs/Kernel.h"

namespace weft::api {

namespace {

const InfoQuery<core::Kernel> kernelInfo[] = {
    {CL_KERNEL_FUNCTION_NAME, [](core::Kernel &kernel) { return text(kernel.manifest().name); }},
    {CL_KERNEL_NUM_ARGS,
     [](core::Kernel &kernel) { return scalar<cl_uint>(static_cast<cl_uint>(kernel.manifest().arguments.size())); }},
    {CL_KERNEL_REFERENCE_COUNT, [](core::Kernel &kernel) { return scalar<cl_uint>(kernel.references()); }},
    {CL_KERNEL_CONTEXT, [](core::Kernel &kernel) { return scalar<cl_context>(kernel.context().show()); }},
    {CL_KERNEL_PROGRAM, [](core::Kernel &kernel) { return scalar<cl_program>(kernel.program().show()); }},
    {CL_KERNEL_ATTRIBUTES, [](core::Kernel &kernel) { return text(kernel.manifest().attributes); }},
};

cl_kernel_arg_address_qualifier addressQualifier(core::ArgumentKind kind) {
  switch (kind) {
  case core::ArgumentKind::global:
  case core::ArgumentKind::image:
  case core::ArgumentKind::pipe:
    return CL_KERNEL_ARG_ADDRESS_GLOBAL;
  case core::ArgumentKind::constant:
    return CL_KERNEL_ARG_ADDRESS_CONSTANT;
  case core::ArgumentKind::local:
    return CL_KERNEL_ARG_ADDRESS_LOCAL;
  case core::ArgumentKind::value:
  case core::ArgumentKind::sampler:
  case core::ArgumentKind::queue:
    break;
  }
  return CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

cl_kernel_arg_access_qualifier accessQualifier(const std::string &qualifier) {
  if (qualifier == "read_only")
    return CL_KERNEL_ARG_ACCESS_READ_ONLY;
  if (qualifier == "write_only")
    return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
  if (qualifier == "read_write")
    return CL_KERNEL_ARG_ACCESS_READ_WRITE;
  return CL_KERNEL_ARG_ACCESS_NONE;
}

cl_kernel_arg_type_qualifier typeQualifier(const core::ArgumentManifest &argument) {
  cl_kernel_arg_type_qualifier qualifier = CL_KERNEL_ARG_TYPE_NONE;
  auto has = [&](const char *word) { return argument.typeQualifiers.find(word) != std::string::npos; };
  if (has("const"))
    qualifier |= CL_KERNEL_ARG_TYPE_CONST;
  if (has("restrict"))
    qualifier |= CL_KERNEL_ARG_TYPE_RESTRICT;
  if (has("volatile"))
    qualifier |= CL_KERNEL_ARG_TYPE_VOLATILE;
  if (argument.kind == core::ArgumentKind::pipe)
    qualifier |= CL_KERNEL_ARG_TYPE_PIPE;
  return qualifier;
}

/// Answers with a name from the source. CL_KERNEL_ARG_INFO_NOT_AVAILABLE: there is none, because a SPIR-V module need
/// not contain the source's names.
Answer textOfSource(std::string_view value, const char *what) {
  if (value.empty())
    return fail(CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
                concat("The program's module does not tell the argument's ", what, "."));
  return text(value);
}

using Argument = const core::ArgumentManifest;
const InfoQuery<Argument> argumentInfo[] = {
    {CL_KERNEL_ARG_ADDRESS_QUALIFIER,
     [](Argument &argument) { return scalar<cl_kernel_arg_address_qualifier>(addressQualifier(argument.kind)); }},
    {CL_KERNEL_ARG_ACCESS_QUALIFIER,
     [](Argument &argument) {
       return scalar<cl_kernel_arg_access_qualifier>(accessQualifier(argument.accessQualifier));
     }},
    {CL_KERNEL_ARG_TYPE_NAME, [](Argument &argument) { return textOfSource(argument.typeName, "type"); }},
    {CL_KERNEL_ARG_TYPE_QUALIFIER,
     [](Argument &argument) { return scalar<cl_kernel_arg_type_qualifier>(typeQualifier(argument)); }},
    {CL_KERNEL_ARG_NAME, [](Argument &argument) { return textOfSource(argument.name, "name"); }},
};

/// A kernel on one of its devices.
struct KernelOn {
  const core::Kernel &kernel;
  const core::KernelDefinition &definition;
};

const InfoQuery<const KernelOn> workGroupInfo[] = {
    // CL_INVALID_VALUE: the query is only for custom devices and built-in kernels.
    {CL_KERNEL_GLOBAL_WORK_SIZE,
     [](const KernelOn &) -> Answer {
       return fail(CL_INVALID_VALUE, "Neither is the device a custom one, nor the kernel a built-in one.");
     }},
    {CL_KERNEL_WORK_GROUP_SIZE, [](const KernelOn &) { return scalar<size_t>(core::limits::maxWorkGroupSize); }},
    {CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
     [](const KernelOn &on) {
       const auto &size = on.definition.manifest().requiredLocalSize;
       return array<size_t>({size[0], size[1], size[2]});
     }},
    {CL_KERNEL_LOCAL_MEM_SIZE,
     [](const KernelOn &on) -> Answer {
       const auto *code = TRY(on.definition.representative().get());
       return scalar<cl_ulong>((*code)->info().staticLocalBytes + on.kernel.localArgumentBytes());
     }},
    {CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
     [](const KernelOn &) { return scalar<size_t>(core::limits::preferredWorkGroupMultiple); }},
    {CL_KERNEL_PRIVATE_MEM_SIZE,
     [](const KernelOn &on) -> Answer {
       const auto *code = TRY(on.definition.representative().get());
       return scalar<cl_ulong>((*code)->info().privateBytesPerItem);
     }},
    // Answers with the bytes for values that live across barriers. It isn't known how many bytes the code generator
    // spills to the stack. So the answer is at least 1, because 0 would say that nothing is spilled.
    {CL_KERNEL_SPILL_MEM_SIZE_INTEL,
     [](const KernelOn &on) -> Answer {
       const auto *code = TRY(on.definition.representative().get());
       return scalar<cl_ulong>(std::max<cl_ulong>(1, (*code)->info().scratchBytesPerItem));
     }},
};

/// A query about a kernel's sub-groups.
struct SubGroupQuery {
  const core::KernelDefinition &definition;
  size_t inputSize;
  const void *input;
  size_t answerSize; ///< 0 if only the size of the answer is requested
};

Result<size_t> sizeOfSubGroups(const SubGroupQuery &query) {
  const auto *code = TRY(query.definition.representative().get());
  return std::max<size_t>(1, (*code)->info().subGroupSize);
}

/// Returns the number of work-items in a group of the local size that the query gives as input_value. CL_INVALID_VALUE:
/// input_value is NULL or no local size of 1 to 3 dimensions.
Result<size_t> groupItems(const SubGroupQuery &query) {
  const size_t dimensions = query.inputSize / sizeof(size_t);
  if (!query.input || query.inputSize % sizeof(size_t) != 0 || dimensions == 0 ||
      dimensions > core::limits::maxWorkItemDimensions)
    return fail(CL_INVALID_VALUE, "input_value is no local size: 1 to 3 numbers of type size_t.");
  size_t items = 1;
  for (size_t d = 0; d < dimensions; ++d)
    if (__builtin_mul_overflow(items, static_cast<const size_t *>(query.input)[d], &items))
      return fail(CL_INVALID_VALUE, "The local size in input_value has more work-items than can be counted.");
  return items;
}

/// Answers with a one-dimensional local size that has the requested number of whole sub-groups, or with zeros if the
/// kernel can't be launched with it. CL_INVALID_VALUE: input_value is NULL or no number, or param_value_size is not
/// that of a local size.
Answer localSizeForSubGroups(const SubGroupQuery &query) {
  if (!query.input || query.inputSize != sizeof(size_t))
    return fail(CL_INVALID_VALUE, "input_value is no number of type size_t.");
  const size_t dimensions = query.answerSize == 0 ? 1 : query.answerSize / sizeof(size_t);
  if (query.answerSize % sizeof(size_t) != 0 || dimensions > core::limits::maxWorkItemDimensions)
    return fail(CL_INVALID_VALUE, "param_value_size is not that of a local size.");
  const size_t count = *static_cast<const size_t *>(query.input);
  const size_t size = TRY(sizeOfSubGroups(query));
  const auto &required = query.definition.manifest().requiredLocalSize;
  const uint64_t requiredCount = query.definition.manifest().requiredSubGroups;
  const bool fits = count != 0 && (requiredCount == 0 || requiredCount == count) &&
                    count <= core::limits::maxWorkGroupSize / size &&
                    (required[0] == 0 || (required[0] == count * size && required[1] == 1 && required[2] == 1));
  std::vector<size_t> local(dimensions, fits ? 1 : 0);
  if (fits)
    local[0] = count * size;
  return array(local);
}

const InfoQuery<const SubGroupQuery> subGroupInfoQueries[] = {
    {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
     [](const SubGroupQuery &query) -> Answer {
       TRY(groupItems(query));
       return scalar<size_t>(TRY(sizeOfSubGroups(query)));
     }},
    {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
     [](const SubGroupQuery &query) -> Answer {
       const size_t items = TRY(groupItems(query));
       const size_t size = TRY(sizeOfSubGroups(query));
       return scalar<size_t>(items / size + (items % size != 0));
     }},
    {CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, localSizeForSubGroups},
    {CL_KERNEL_MAX_NUM_SUB_GROUPS,
     [](const SubGroupQuery &query) -> Answer {
       return scalar<size_t>(core::limits::maxWorkGroupSize / TRY(sizeOfSubGroups(query)));
     }},
    // Only SPIR-V can require a count of sub-groups; OpenCL C can't.
    {CL_KERNEL_COMPILE_NUM_SUB_GROUPS,
     [](const SubGroupQuery &query) { return scalar<size_t>(query.definition.manifest().requiredSubGroups); }},
    {CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL,
     [](const SubGroupQuery &query) { return scalar<size_t>(query.definition.manifest().requiredSubGroupSize); }},
};

/// Returns the kernel's definition on the device. CL_INVALID_DEVICE: the kernel has not been built for the device, or
/// the device is NULL and the kernel has been built for several.
Result<const core::KernelDefinition *> definitionOn(Call &call, const core::Kernel &kernel, cl_device_id device) {
  if (!device && kernel.definitions().size() > 1)
    return fail(CL_INVALID_DEVICE, "The device is NULL, but the kernel is there for several.");
  if (!device)
    return kernel.definitions().front().definition.get();
  const RefPtr<core::Device> itsDevice = TRY(call.resolve<core::Device>(device));
  const core::KernelDefinition *definition = kernel.definition(*itsDevice);
  if (!definition)
    return fail(CL_INVALID_DEVICE, "The kernel's program has not been built for the device.");
  return definition;
}

Result<> suggestLocalSize(Call &call, cl_command_queue queue, cl_kernel kernel, core::LaunchRequest request,
                          size_t *suggestion) {
  const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
  const RefPtr<core::Kernel> itsKernel = TRY(call.resolve<core::Kernel>(kernel));
  // CL_INVALID_CONTEXT: the queue and the kernel belong to different contexts.
  if (&itsQueue->context() != &itsKernel->context())
    return fail(CL_INVALID_CONTEXT, "The command-queue and the kernel belong to different contexts.");
  TRY(itsKernel->checkArguments());
  // CL_INVALID_WORK_DIMENSION: the count of dimensions is not from 1 to CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS.
  if (request.workDim == 0 || request.workDim > core::limits::maxWorkItemDimensions)
    return fail(CL_INVALID_WORK_DIMENSION, concat("A range has 1 to 3 dimensions, not ", request.workDim, "."));
  // CL_INVALID_GLOBAL_WORK_SIZE: the range is empty. For this query that is an error, although it isn't for a launch.
  if (core::isEmpty(request))
    return fail(CL_INVALID_GLOBAL_WORK_SIZE, "The global size is NULL or has an element that is 0.");
  // CL_INVALID_VALUE: there is no address to write to.
  if (!suggestion)
    return fail(CL_INVALID_VALUE, "suggested_local_work_size is NULL.");
  request.requiresValidLocalSize = true;
  core::LaunchPlan plan;
  TRY(core::planLaunch(itsQueue->device(), *itsKernel, request, plan));
  for (cl_uint d = 0; d < request.workDim; ++d)
    suggestion[d] = plan.range.localSize[d];
  return {};
}

cl_int subGroupInfo(const char *function, cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info name,
                    size_t inputSize, const void *input, const InfoRequest &request) {
  return run(function, [&](Call &call) -> Result<> {
    const RefPtr<core::Kernel> object = TRY(call.resolve<core::Kernel>(kernel));
    const SubGroupQuery query{*TRY(definitionOn(call, *object, device)), inputSize, input,
                              request.value ? request.size : 0};
    return answerQuery(subGroupInfoQueries, query, name, request);
  });
}

} // namespace

cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info name, size_t size, void *value,
                                   size_t *sizeReturned) {
  return run("clGetKernelInfo", [&](Call &call) -> Result<> {
    const RefPtr<core::Kernel> object = TRY(call.resolve<core::Kernel>(kernel));
    return answerQuery(kernelInfo, *object, name, {size, value, sizeReturned});
  });
}

cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info name, size_t size,
                                      void *value, size_t *sizeReturned) {
  return run("clGetKernelArgInfo", [&](Call &call) -> Result<> {
    const RefPtr<core::Kernel> object = TRY(call.resolve<core::Kernel>(kernel));
    // CL_INVALID_ARG_INDEX: the kernel has no such argument.
    if (index >= object->manifest().arguments.size())
      return fail(CL_INVALID_ARG_INDEX, concat("The kernel has no argument ", index, "."));
    // CL_KERNEL_ARG_INFO_NOT_AVAILABLE: the facts are only available if the program was built with
    // -cl-kernel-arg-info.
    if (!object->definitions().front().definition->argumentInfo())
      return fail(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, "The program was not built with -cl-kernel-arg-info.");
    return answerQuery(argumentInfo, object->manifest().arguments[index], name, {size, value, sizeReturned});
  });
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info name,
                                            size_t size, void *value, size_t *sizeReturned) {
  return run("clGetKernelWorkGroupInfo", [&](Call &call) -> Result<> {
    const RefPtr<core::Kernel> object = TRY(call.resolve<core::Kernel>(kernel));
    const KernelOn on{*object, *TRY(definitionOn(call, *object, device))};
    return answerQuery(workGroupInfo, on, name, {size, value, sizeReturned});
  });
}

cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info name,
                                           size_t inputSize, const void *input, size_t size, void *value,
                                           size_t *sizeReturned) {
  return subGroupInfo("clGetKernelSubGroupInfo", kernel, device, name, inputSize, input, {size, value, sizeReturned});
}

cl_int CL_API_CALL clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info name,
                                              size_t inputSize, const void *input, size_t size, void *value,
                                              size_t *sizeReturned) {
  return subGroupInfo("clGetKernelSubGroupInfoKHR", kernel, device, name, inputSize, input,
                      {size, value, sizeReturned});
}

cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(cl_command_queue queue, cl_kernel kernel, cl_uint workDim,
                                                     const size_t *globalOffset, const size_t *globalSize,
                                                     size_t *suggestion) {
  return run("clGetKernelSuggestedLocalWorkSize", [&](Call &call) {
    return suggestLocalSize(call, queue, kernel, {workDim, globalOffset, globalSize, nullptr}, suggestion);
  });
}

cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue queue, cl_kernel kernel, cl_uint workDim,
                                                        const size_t *globalOffset, const size_t *globalSize,
                                                        size_t *suggestion) {
  return run("clGetKernelSuggestedLocalWorkSizeKHR", [&](Call &call) {
    return suggestLocalSize(call, queue, kernel, {workDim, globalOffset, globalSize, nullptr}, suggestion);
  });
}

} // namespace weft::api
