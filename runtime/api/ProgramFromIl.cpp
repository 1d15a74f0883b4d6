// Entry points for programs in SPIR-V (OpenCL 3.0 sections 5.8.1 and 5.8.3; cl_khr_il_program).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <CL/cl_ext.h>

#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "core/programs/Program.h"

namespace weft::api {

namespace {

cl_program createProgram(const char *name, cl_context context, const void *il, size_t length, cl_int *errcodeRet) {
  return create<cl_program>(name, errcodeRet, [&](Call &call) -> Result<cl_program> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    // CL_INVALID_VALUE: there is no IL.
    if (!il || length == 0)
      return fail(CL_INVALID_VALUE, "The IL is NULL or has no bytes.");
    // CL_INVALID_VALUE: the IL is not well formed, or no device reads its language.
    core::IlModule module =
        TRY(core::IlModule::read(itsContext->services(), std::string(static_cast<const char *>(il), length)));
    return makeRef<core::Program>(*itsContext, std::move(module))->publish();
  });
}

} // namespace

cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *il, size_t length, cl_int *errcodeRet) {
  return createProgram("clCreateProgramWithIL", context, il, length, errcodeRet);
}

cl_program CL_API_CALL clCreateProgramWithILKHR(cl_context context, const void *il, size_t length, cl_int *errcodeRet) {
  return createProgram("clCreateProgramWithILKHR", context, il, length, errcodeRet);
}

cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint id, size_t size, const void *value) {
  return run("clSetProgramSpecializationConstant", [&](Call &call) -> Result<> {
    const RefPtr<core::Program> object = TRY(call.resolve<core::Program>(program));
    // CL_INVALID_PROGRAM: the program was not created from IL.
    if (object->origin() != core::ProgramOrigin::il)
      return fail(CL_INVALID_PROGRAM, "The program was not created from an intermediate language.");
    // CL_INVALID_VALUE: there is no value, or its size is not that of the constant.
    if (!value)
      return fail(CL_INVALID_VALUE, "spec_value is NULL.");
    // CL_INVALID_SPEC_ID: there is no such constant.
    return object->setConstant(id, value, size);
  });
}

} // namespace weft::api
