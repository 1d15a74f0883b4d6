// The entry point that enqueues native kernels, which are functions of the application (OpenCL 3.0 section 5.10).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/commands/NativeKernelCommand.h"

#include <cstring>

#include "Text.h"
#include "api/Enqueue.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"

namespace weft::api {

namespace {

struct NativeArguments {
  const void *block;
  size_t bytes;
  cl_uint bufferCount;
  const cl_mem *buffers;
  const void **places; ///< addresses within the block, one for each buffer
};

Result<> checkArguments(const NativeArguments &arguments) {
  // CL_INVALID_VALUE: the arguments have no size, or there is a size or a list of buffers without arguments.
  if ((arguments.block == nullptr) != (arguments.bytes == 0) || (!arguments.block && arguments.bufferCount > 0))
    return fail(CL_INVALID_VALUE, "The arguments, their size and the number of buffers contradict each other.");
  // CL_INVALID_VALUE: a list without a count, or a count without a list.
  const bool listed = arguments.bufferCount > 0;
  if ((arguments.buffers != nullptr) != listed || (arguments.places != nullptr) != listed)
    return fail(CL_INVALID_VALUE,
                "The lists of buffers and of the positions of their pointers contradict their length.");
  // CL_INVALID_VALUE: a buffer's address would be written outside of the block.
  const auto begin = reinterpret_cast<uintptr_t>(arguments.block);
  for (cl_uint i = 0; i < arguments.bufferCount; ++i) {
    // If the address lies before `begin`, the unsigned offset is very large, so the following check fails as well.
    const uintptr_t offset = reinterpret_cast<uintptr_t>(arguments.places[i]) - begin;
    if (offset > arguments.bytes || arguments.bytes - offset < sizeof(void *))
      return fail(CL_INVALID_VALUE, concat("The position of buffer ", i, " is not within the arguments."));
  }
  return {};
}

} // namespace

cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue queue, void(CL_CALLBACK *function)(void *), void *block,
                                         size_t bytes, cl_uint bufferCount, const cl_mem *buffers, const void **places,
                                         cl_uint waitCount, const cl_event *waitList, cl_event *event) {
  return run("clEnqueueNativeKernel", [&](Call &call) -> Result<> {
    const RefPtr<core::CommandQueue> itsQueue = TRY(call.resolve<core::CommandQueue>(queue));
    WaitList events = TRY(resolveWaitList(itsQueue->context(), {waitCount, waitList, event}));
    // CL_INVALID_VALUE: there is no function.
    if (!function)
      return fail(CL_INVALID_VALUE, "user_func is NULL.");
    TRY(checkArguments({block, bytes, bufferCount, buffers, places}));
    const auto *begin = static_cast<const std::byte *>(block);
    std::vector<std::byte> copy(begin, begin + bytes);
    std::vector<RefPtr<core::Buffer>> used;
    for (cl_uint i = 0; i < bufferCount; ++i) {
      used.emplace_back(TRY(resolveBuffer(call, *itsQueue, buffers[i])));
      const std::byte *address = used.back()->data();
      used.back()->noteAllWritten();
      std::memcpy(copy.data() + (static_cast<const std::byte *>(places[i]) - begin), &address, sizeof address);
    }
    auto command =
        makeRef<core::NativeKernelCommand>(*itsQueue, function, std::move(copy), block != nullptr, std::move(used));
    return enqueue(*itsQueue, std::move(command), events, event);
  });
}

} // namespace weft::api
