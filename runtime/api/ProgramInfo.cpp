// Queries of programs and builds (OpenCL 3.0 section 5.8.8).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/Info.h"
#include "core/Device.h"
#include "core/KernelDefinition.h"
#include "core/Program.h"

namespace weft::api {

namespace {

std::string binaryOf(const core::Program &program) {
  core::BuildState state = program.state();
  return state.image ? state.image->serialize() : std::string();
}

Answer kernelNames(core::Program &program) {
  std::string names;
  auto image = TRY(program.executable());
  for (const auto &kernel : image->kernels())
    names += (names.empty() ? "" : ";") + kernel->manifest().name;
  return text(names);
}

/// Constructors and destructors of program scope variables: C++ has them, OpenCL C does not.
Answer noConstructors(core::Program &program) {
  TRY(program.executable());
  return scalar<cl_bool>(CL_FALSE);
}

const InfoRow<core::Program> programInfo[] = {
    {CL_PROGRAM_REFERENCE_COUNT, [](core::Program &program) { return scalar<cl_uint>(program.references()); }},
    {CL_PROGRAM_CONTEXT, [](core::Program &program) { return scalar<cl_context>(program.context().show()); }},
    {CL_PROGRAM_NUM_DEVICES, [](core::Program &) { return scalar<cl_uint>(1); }},
    {CL_PROGRAM_DEVICES,
     [](core::Program &program) { return scalar<cl_device_id>(program.context().device().show()); }},
    {CL_PROGRAM_SOURCE, [](core::Program &program) { return text(program.source()); }},
    {CL_PROGRAM_IL, [](core::Program &) -> Answer { return InfoValue(nullptr, 0); }},
    {CL_PROGRAM_BINARY_SIZES, [](core::Program &program) { return scalar<size_t>(binaryOf(program).size()); }},
    {CL_PROGRAM_NUM_KERNELS,
     [](core::Program &program) -> Answer {
       auto image = TRY(program.executable());
       return scalar<size_t>(image->kernels().size());
     }},
    {CL_PROGRAM_KERNEL_NAMES, kernelNames},
    {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, noConstructors},
    {CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, noConstructors},
};

/// CL_PROGRAM_BINARIES: unlike all other queries, the answer goes to where param_value's elements point.
Result<> writeBinaries(core::Program &program, const InfoRequest &request) {
  if (request.value && request.size < sizeof(unsigned char *))
    return fail(CL_INVALID_VALUE, "param_value_size is less than that of a pointer.");
  if (request.value) {
    std::string binary = binaryOf(program);
    if (unsigned char *place = *static_cast<unsigned char **>(request.value))
      std::memcpy(place, binary.data(), binary.size());
  }
  if (request.sizeReturned)
    *request.sizeReturned = sizeof(unsigned char *);
  return {};
}

const InfoRow<const core::BuildState> buildInfo[] = {
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
    core::Program *object = TRY(call.resolve<core::Program>(program));
    InfoRequest request{size, value, sizeReturned};
    if (name == CL_PROGRAM_BINARIES)
      return writeBinaries(*object, request);
    return answerQuery(programInfo, *object, name, request);
  });
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info name,
                                         size_t size, void *value, size_t *sizeReturned) {
  return run("clGetProgramBuildInfo", [&](Call &call) -> Result<> {
    core::Program *object = TRY(call.resolve<core::Program>(program));
    TRY(call.resolve<core::Device>(device));
    const core::BuildState state = object->state();
    return answerQuery(buildInfo, state, name, {size, value, sizeReturned});
  });
}

} // namespace weft::api
