// Entry points for program objects (OpenCL 3.0 sections 5.8.1, 5.8.2, 5.8.7).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/Program.h"

#include <cstring>

#include "Text.h"
#include "api/Devices.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/Platform.h"
#include "core/objects/Device.h"

namespace weft::api {

namespace {

/// Concatenates all strings. If a length is 0, the string is zero-terminated. Zero characters within a string are left
/// out of the result.
Result<std::string> concatenate(cl_uint count, const char **strings, const size_t *lengths) {
  // CL_INVALID_VALUE: there are no strings, or one of them is NULL.
  if (count == 0 || !strings)
    return fail(CL_INVALID_VALUE, "There is no source string.");
  std::string source;
  for (cl_uint i = 0; i < count; ++i) {
    if (!strings[i])
      return fail(CL_INVALID_VALUE, concat("Source string ", i, " is NULL."));
    source.append(strings[i], lengths && lengths[i] ? lengths[i] : std::strlen(strings[i]));
  }
  std::erase(source, '\0');
  return source;
}

/// Reads a program's binary. CL_INVALID_BINARY: the binary was not written by this version of Weft, or the context was
/// created with CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR but the binary wasn't compiled for that.
Result<core::Program::Image> readBinary(const core::Context &context, std::string_view binary) {
  core::Program::Image image = TRY(core::ProgramImage::deserialize(context.services(), binary));
  if (context.zeroesPrivateMemory() && !image->zeroesPrivateMemory())
    return fail(CL_INVALID_BINARY, "The binary was made in a context without CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR, "
                                   "so it does not zero private memory.");
  return image;
}

} // namespace

cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                                 const size_t *lengths, cl_int *errcodeRet) {
  return create<cl_program>("clCreateProgramWithSource", errcodeRet, [&](Call &call) -> Result<cl_program> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    std::string source = TRY(concatenate(count, strings, lengths));
    return makeRef<core::Program>(*itsContext, std::move(source))->publish();
  });
}

cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint deviceCount, const cl_device_id *devices,
                                                 const size_t *lengths, const unsigned char **binaries,
                                                 cl_int *binaryStatus, cl_int *errcodeRet) {
  return create<cl_program>("clCreateProgramWithBinary", errcodeRet, [&](Call &call) -> Result<cl_program> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    // CL_INVALID_VALUE: a list is NULL.
    if (deviceCount == 0 || !devices || !lengths || !binaries)
      return fail(CL_INVALID_VALUE, "The list of devices, of lengths or of binaries is empty.");
    core::Devices its = TRY(resolveDevices(call, *itsContext, deviceCount, devices));
    // A device may occur in the list more than once. Each of its binaries must be valid, and the last of them is used.
    std::vector<core::Program::Image> images(its.size());
    Result<> outcome;
    for (cl_uint i = 0; i < deviceCount; ++i) {
      cl_int status = CL_SUCCESS;
      // CL_INVALID_VALUE: a binary is NULL or empty.
      if (lengths[i] == 0 || !binaries[i]) {
        status = CL_INVALID_VALUE;
        outcome = fail(CL_INVALID_VALUE, concat("Binary ", i, " is missing."));
      } else if (auto read = readBinary(*itsContext, {reinterpret_cast<const char *>(binaries[i]), lengths[i]})) {
        for (size_t k = 0; k < its.size(); ++k)
          if (its[k]->show() == devices[i])
            images[k] = *read;
      } else {
        status = CL_INVALID_BINARY;
        outcome = std::unexpected(read.error());
      }
      if (binaryStatus)
        binaryStatus[i] = status;
    }
    TRY(std::move(outcome));
    return makeRef<core::Program>(*itsContext, its, images)->publish();
  });
}

cl_int CL_API_CALL clRetainProgram(cl_program program) { return retain<core::Program>("clRetainProgram", program); }

cl_int CL_API_CALL clReleaseProgram(cl_program program) { return release<core::Program>("clReleaseProgram", program); }

cl_int CL_API_CALL clSetProgramReleaseCallback(cl_program program, void(CL_CALLBACK *callback)(cl_program, void *),
                                               void *) {
  return run("clSetProgramReleaseCallback", [&](Call &call) -> Result<> {
    TRY(call.resolve<core::Program>(program));
    // CL_INVALID_VALUE: there is no callback.
    if (!callback)
      return fail(CL_INVALID_VALUE, "pfn_notify is NULL.");
    // CL_INVALID_OPERATION: the callback would be called after the destructors of program scope variables, but the
    // device doesn't support such destructors.
    return fail(CL_INVALID_OPERATION, "The device has no destructors for program scope variables.");
  });
}

cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform) {
  return run("clUnloadPlatformCompiler", [&](Call &call) -> Result<> {
    // The call is only a hint, and does nothing here: the compiler stays loaded, because LLVM is not designed to be
    // unloaded.
    TRY(call.resolve<core::Platform>(platform));
    return {};
  });
}

cl_int CL_API_CALL clUnloadCompiler() {
  return run("clUnloadCompiler", [](Call &) -> Result<> { return {}; });
}

} // namespace weft::api
