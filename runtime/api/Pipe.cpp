// Entry points for pipes (OpenCL 3.0 section 5.4).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/Pipe.h"

#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/Info.h"
#include "core/objects/Limits.h"

namespace weft::api {

namespace {

const InfoQuery<core::Pipe> pipeInfo[] = {
    {CL_PIPE_PACKET_SIZE, [](core::Pipe &pipe) { return scalar<cl_uint>(pipe.packetBytes()); }},
    {CL_PIPE_MAX_PACKETS, [](core::Pipe &pipe) { return scalar<cl_uint>(pipe.maxPackets()); }},
    {CL_PIPE_PROPERTIES, [](core::Pipe &pipe) { return array(pipe.properties()); }},
};

} // namespace

cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packetSize, cl_uint maxPackets,
                                const cl_pipe_properties *properties, cl_int *errcodeRet) {
  return create<cl_mem>("clCreatePipe", errcodeRet, [&](Call &call) -> Result<cl_mem> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    // CL_INVALID_VALUE: there are flags of other memory objects, or properties, which pipes don't have.
    if (flags & ~cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS})
      return fail(CL_INVALID_VALUE, concat(hex(flags), " has other flags than a pipe's: CL_MEM_READ_WRITE and "
                                                       "CL_MEM_HOST_NO_ACCESS."));
    if (properties)
      return fail(CL_INVALID_VALUE, "The properties of a pipe must be NULL.");
    // CL_INVALID_PIPE_SIZE: the pipe has no packets, or packets with no bytes or more than
    // CL_DEVICE_PIPE_MAX_PACKET_SIZE.
    if (packetSize == 0 || packetSize > core::limits::maxPipePacketBytes || maxPackets == 0)
      return fail(CL_INVALID_PIPE_SIZE,
                  concat("A pipe has at least one packet, of 1 to ", core::limits::maxPipePacketBytes, " bytes; not ",
                         maxPackets, " of ", packetSize, "."));
    const cl_mem_flags all = flags ? flags | CL_MEM_READ_WRITE : CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
    return TRY(core::Pipe::create(*itsContext, all, packetSize, maxPackets))->publish();
  });
}

cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info name, size_t size, void *value, size_t *sizeReturned) {
  return run("clGetPipeInfo", [&](Call &call) -> Result<> {
    const RefPtr<core::Pipe> object = TRY(call.resolve<core::Pipe>(pipe));
    return answerQuery(pipeInfo, *object, name, {size, value, sizeReturned});
  });
}

} // namespace weft::api
