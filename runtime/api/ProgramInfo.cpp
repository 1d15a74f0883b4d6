// Answers queries about programs and builds (OpenCL 3.0 section 5.8.8).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/Handles.h"
#include "core/objects/Device.h"
#include "core/programs/KernelDefinition.h"
#include "core/programs/Program.h"

namespace weft::api {

namespace {

/// Returns the program's binary for each of its devices; an empty text if there is none.
std::vector<std::string> binariesOf(const core::Program &program) {
  std::vector<std::string> binaries;
  for (const RefPtr<core::Device> &device : program.devices()) {
    core::BuildState state = program.state(*device);
    binaries.push_back(state.image ? state.image->serialize() : std::string());
  }
  return binaries;
}

Answer binarySizes(core::Program &program) {
  std::vector<size_t> sizes;
  for (const std::string &binary : binariesOf(program))
    sizes.push_back(binary.size());
  return array(sizes);
}

Answer kernelNames(core::Program &program) {
  std::string names;
  auto executables = TRY(program.executables());
  for (const auto &kernel : executables.front().image->kernels())
    names += (names.empty() ? "" : ";") + kernel->manifest().name;
  return text(names);
}

/// Answers that the program has no constructors or destructors of program scope variables, which exist only in C++.
Answer noConstructors(core::Program &program) {
  TRY(program.executables());
  return scalar<cl_bool>(CL_FALSE);
}

const InfoQuery<core::Program> programInfo[] = {
    {CL_PROGRAM_REFERENCE_COUNT, [](core::Program &program) { return scalar<cl_uint>(program.references()); }},
    {CL_PROGRAM_CONTEXT, [](core::Program &program) { return scalar<cl_context>(program.context().show()); }},
    {CL_PROGRAM_NUM_DEVICES,
     [](core::Program &program) { return scalar<cl_uint>(static_cast<cl_uint>(program.devices().size())); }},
    {CL_PROGRAM_DEVICES, [](core::Program &program) { return handles(program.devices()); }},
    {CL_PROGRAM_SOURCE, [](core::Program &program) { return text(program.source()); }},
    {CL_PROGRAM_IL,
     [](core::Program &program) -> Answer { return InfoValue(program.il().bytes.data(), program.il().bytes.size()); }},
    {CL_PROGRAM_BINARY_SIZES, binarySizes},
    {CL_PROGRAM_NUM_KERNELS,
     [](core::Program &program) -> Answer {
       auto executables = TRY(program.executables());
       return scalar<size_t>(executables.front().image->kernels().size());
     }},
    {CL_PROGRAM_KERNEL_NAMES, kernelNames},
    {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, noConstructors},
    {CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, noConstructors},
};

/// CL_PROGRAM_BINARIES: unlike in all other queries, the answer is written to the addresses in param_value.
Result<> writeBinaries(core::Program &program, const InfoRequest &request) {
  const size_t size = program.devices().size() * sizeof(unsigned char *);
  if (request.value && request.size < size)
    return fail(CL_INVALID_VALUE, "param_value_size is less than that of a pointer for each device.");
  if (request.value) {
    auto *place = static_cast<unsigned char **>(request.value);
    for (const std::string &binary : binariesOf(program)) {
      if (*place)
        std::memcpy(*place, binary.data(), binary.size());
      ++place;
    }
  }
  if (request.sizeReturned)
    *request.sizeReturned = size;
  return {};
}

const InfoQuery<const core::BuildState> buildInfo[] = {
    {CL_PROGRAM_BUILD_STATUS, [](const core::BuildState &state) { return scalar<cl_build_status>(state.status); }},
    {CL_PROGRAM_BUILD_OPTIONS, [](const core::BuildState &state) { return text(state.options); }},
    {CL_PROGRAM_BUILD_LOG, [](const core::BuildState &state) { return text(state.log); }},
    {CL_PROGRAM_BINARY_TYPE,
     [](const core::BuildState &state) {
       return scalar<cl_program_binary_type>(state.image ? state.image->type() : CL_PROGRAM_BINARY_TYPE_NONE);
     }},
    {CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
     [](const core::BuildState &state) {
       return scalar<size_t>(state.image ? state.image->manifest().programMemory.bytes : 0);
     }},
};

} // namespace

cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info name, size_t size, void *value,
                                    size_t *sizeReturned) {
  return run("clGetProgramInfo", [&](Call &call) -> Result<> {
    const RefPtr<core::Program> object = TRY(call.resolve<core::Program>(program));
    InfoRequest request{size, value, sizeReturned};
    if (name == CL_PROGRAM_BINARIES)
      return writeBinaries(*object, request);
    return answerQuery(programInfo, *object, name, request);
  });
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info name,
                                         size_t size, void *value, size_t *sizeReturned) {
  return run("clGetProgramBuildInfo", [&](Call &call) -> Result<> {
    const RefPtr<core::Program> object = TRY(call.resolve<core::Program>(program));
    const RefPtr<core::Device> itsDevice = TRY(call.resolve<core::Device>(device));
    // CL_INVALID_DEVICE: the device is none of the program's.
    if (!object->has(*itsDevice))
      return fail(CL_INVALID_DEVICE, "The device is not one of the program's.");
    const core::BuildState state = object->state(*itsDevice);
    return answerQuery(buildInfo, state, name, {size, value, sizeReturned});
  });
}

} // namespace weft::api
