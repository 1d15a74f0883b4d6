// A table of all entry points that record a command in a command-buffer, for tests that call them all.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/CommandBuffers.h"

#include "support/AllocationFailure.h"

namespace weft::test {

namespace {

constexpr size_t origin[3] = {0, 0, 0}, region[3] = {8, 2, 1}, one = 1;
constexpr auto buffer = &CommandObjects::buffer, other = &CommandObjects::other, image = &CommandObjects::image,
               picture = &CommandObjects::picture;

/// The name and the call of an entry, which calls name(buffer, queue, properties, the other arguments, wait list, sync
/// point, handle).
#define WEFT_RECORD(name, ...)                                                                                         \
  #name,                                                                                                               \
      [](const cl_icd_dispatch &cl, cl_command_buffer_khr its, const CommandObjects &on,                               \
         const RecordingArguments &with) -> cl_int {                                                                   \
        static_cast<void>(on);                                                                                         \
        const auto call = extension<decltype(&khr::name)>(cl, #name);                                                  \
        return underTest([&] {                                                                                         \
          return call(its, with.queue, with.properties, __VA_ARGS__ with.count, with.list, with.point, with.handle);   \
        });                                                                                                            \
      }

const RecordEntry entries[] = {
    {WEFT_RECORD(clCommandBarrierWithWaitListKHR, )},
    {WEFT_RECORD(clCommandCopyBufferKHR, on.buffer, on.other, 0, 0, 16, ), {buffer, other}},
    {WEFT_RECORD(clCommandCopyBufferRectKHR, on.buffer, on.other, origin, origin, region, 16, 0, 16, 0, ),
     {buffer, other}},
    {WEFT_RECORD(clCommandCopyBufferToImageKHR, on.buffer, on.image, 0, origin, region, ), {buffer, image}},
    {WEFT_RECORD(clCommandCopyImageKHR, on.image, on.picture, origin, origin, region, ), {image, picture}},
    {WEFT_RECORD(clCommandCopyImageToBufferKHR, on.image, on.buffer, origin, region, 0, ), {image, buffer}},
    {WEFT_RECORD(clCommandFillBufferKHR, on.buffer, on.bytes, 4, 0, 16, ), {buffer}},
    {WEFT_RECORD(clCommandFillImageKHR, on.image, on.bytes, origin, region, ), {image}},
    {WEFT_RECORD(clCommandNDRangeKernelKHR, on.kernel, 1, nullptr, &one, nullptr, ), {}, true},
    {WEFT_RECORD(clCommandSVMMemcpyKHR, on.shared, on.bytes, 16, )},
    {WEFT_RECORD(clCommandSVMMemFillKHR, on.shared, on.bytes, 4, 16, )},
};

} // namespace

std::span<const RecordEntry> recordEntries() { return entries; }

template <> void Handle<cl_command_buffer_khr>::reset() {
  if (object_ != nullptr)
    CommandBufferFunctions(entryPoints(Route::loader)).release(std::exchange(object_, nullptr));
}

Handle<cl_command_buffer_khr> makeCommandBuffer(std::span<const cl_command_queue> queues,
                                                cl_command_buffer_flags_khr flags) {
  const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
  cl_int error = 1;
  Handle made(CommandBufferFunctions(entryPoints(Route::loader))
                  .create(cl_uint(queues.size()), queues.data(), flags ? list : nullptr, &error));
  EXPECT_EQ(CL_SUCCESS, error);
  return made;
}

} // namespace weft::test
