// Building, compiling and linking programs (OpenCL 3.0 sections 5.8.4 and 5.8.5).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/Device.h"
#include "core/Program.h"

namespace weft::api {

namespace {

using BuildCallback = void(CL_CALLBACK *)(cl_program program, void *userData);

Result<> checkDevices(Call &call, cl_uint count, const cl_device_id *devices) {
  // CL_INVALID_VALUE: a count without a list, or a list without a count.
  if ((count == 0) != (devices == nullptr))
    return fail(CL_INVALID_VALUE, "The list of devices and their number contradict each other.");
  // CL_INVALID_DEVICE: not a device of the program.
  for (cl_uint i = 0; i < count; ++i)
    TRY(call.resolve<core::Device>(devices[i]));
  return {};
}

Result<> checkCallback(BuildCallback callback, const void *userData) {
  // CL_INVALID_VALUE: user_data without pfn_notify.
  if (!callback && userData)
    return fail(CL_INVALID_VALUE, "user_data is given, but pfn_notify is NULL.");
  return {};
}

/// A build ends before its entry point returns, as the specification allows also where there is a callback; so errors
/// in the options reach the caller in either case. The callback is called when the build has begun and ended.
void callBack(BuildCallback callback, cl_program program, void *userData, const Result<> &built) {
  if (callback && (built || built.error().code == CL_BUILD_PROGRAM_FAILURE ||
                   built.error().code == CL_COMPILE_PROGRAM_FAILURE || built.error().code == CL_LINK_PROGRAM_FAILURE))
    callback(program, userData);
}

/// What clBuildProgram does for a program of this origin. CL_INVALID_OPERATION for one that clLinkProgram made,
/// CL_INVALID_BINARY for a binary that is no executable.
Result<std::function<core::BuildOutcome()>> buildWork(core::Program &program, const std::string &options) {
  switch (program.origin()) {
  case core::ProgramOrigin::source:
    return [&program, options] { return core::buildSource(program.source(), options); };
  case core::ProgramOrigin::binary:
    if (program.binary()->type() != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
      return fail(CL_INVALID_BINARY, "The program's binary is a compiled object or a library; it has to be linked.");
    // The executable is complete, so that the options have nothing to act on; but each build has its own variables.
    return [&program] {
      return core::BuildOutcome{CL_SUCCESS, {}, program.binary()->as(CL_PROGRAM_BINARY_TYPE_EXECUTABLE)};
    };
  case core::ProgramOrigin::link:
    break;
  }
  return fail(CL_INVALID_OPERATION, "The program was made by clLinkProgram.");
}

Result<std::vector<core::NamedHeader>> readHeaders(Call &call, const core::Program &program, cl_uint count,
                                                   const cl_program *programs, const char **names) {
  // CL_INVALID_VALUE: count and lists contradict each other.
  if ((count == 0) != (programs == nullptr) || (count == 0) != (names == nullptr))
    return fail(CL_INVALID_VALUE, "The lists of headers and their number contradict each other.");
  std::vector<core::NamedHeader> headers;
  for (cl_uint i = 0; i < count; ++i) {
    core::Program *header = TRY(call.resolve<core::Program>(programs[i]));
    // CL_INVALID_CONTEXT: of another context than the program.
    if (&header->context() != &program.context())
      return fail(CL_INVALID_CONTEXT, concat("Header ", i, " belongs to another context than the program."));
    if (!names[i])
      return fail(CL_INVALID_VALUE, concat("The name of header ", i, " is NULL."));
    headers.push_back({names[i], header->source()});
  }
  return headers;
}

/// The images of the programs to link. CL_INVALID_OPERATION for one that has nothing to link.
Result<core::Images> readImages(Call &call, const core::Context &context, cl_uint count, const cl_program *programs) {
  // CL_INVALID_VALUE: nothing to link.
  if (count == 0 || !programs)
    return fail(CL_INVALID_VALUE, "There are no programs to link.");
  core::Images images;
  for (cl_uint i = 0; i < count; ++i) {
    core::Program *program = TRY(call.resolve<core::Program>(programs[i]));
    // CL_INVALID_CONTEXT: of another context.
    if (&program->context() != &context)
      return fail(CL_INVALID_CONTEXT, concat("Program ", i, " belongs to another context."));
    core::BuildState state = program->state();
    if (!state.image || state.image->type() == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
      return fail(CL_INVALID_OPERATION,
                  concat("Program ", i, " holds no compiled object or library, or is being compiled."));
    images.push_back(std::move(state.image));
  }
  return images;
}

} // namespace

cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint deviceCount, const cl_device_id *devices,
                                  const char *options, BuildCallback callback, void *userData) {
  return run("clBuildProgram", [&](Call &call) -> Result<> {
    RefPtr<core::Program> object(TRY(call.resolve<core::Program>(program)));
    TRY(checkDevices(call, deviceCount, devices));
    TRY(checkCallback(callback, userData));
    std::string text = options ? options : "";
    auto work = TRY(buildWork(*object, text));
    Result<> built = object->build(text, work);
    callBack(callback, program, userData, built);
    return built;
  });
}

cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint deviceCount, const cl_device_id *devices,
                                    const char *options, cl_uint headerCount, const cl_program *headers,
                                    const char **headerNames, BuildCallback callback, void *userData) {
  return run("clCompileProgram", [&](Call &call) -> Result<> {
    RefPtr<core::Program> object(TRY(call.resolve<core::Program>(program)));
    TRY(checkDevices(call, deviceCount, devices));
    auto headerList = TRY(readHeaders(call, *object, headerCount, headers, headerNames));
    TRY(checkCallback(callback, userData));
    // CL_INVALID_OPERATION: there is no source.
    if (object->origin() != core::ProgramOrigin::source)
      return fail(CL_INVALID_OPERATION, "The program was not created from source.");
    std::string text = options ? options : "";
    Result<> built = object->build(text, [&] { return core::compileSource(object->source(), text, headerList); });
    callBack(callback, program, userData, built);
    return built;
  });
}

cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint deviceCount, const cl_device_id *devices,
                                     const char *options, cl_uint programCount, const cl_program *programs,
                                     BuildCallback callback, void *userData, cl_int *errcodeRet) {
  cl_program linked = nullptr;
  cl_int code = run("clLinkProgram", [&](Call &call) -> Result<> {
    core::Context *itsContext = TRY(call.resolve<core::Context>(context));
    TRY(checkDevices(call, deviceCount, devices));
    core::Images images = TRY(readImages(call, *itsContext, programCount, programs));
    TRY(checkCallback(callback, userData));
    std::string text = options ? options : "";
    auto program = makeRef<core::Program>(*itsContext);
    Result<> built = program->build(text, [&] { return core::linkImages(images, text); });
    // The program is there also where linking failed, so that its log can be read.
    if (built || built.error().code == CL_LINK_PROGRAM_FAILURE)
      linked = program->publish();
    callBack(callback, linked, userData, built);
    return built;
  });
  if (errcodeRet)
    *errcodeRet = code;
  return linked;
}

} // namespace weft::api
