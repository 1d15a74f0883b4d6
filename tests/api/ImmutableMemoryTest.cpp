// Memory objects that nothing writes once they are made (cl_ext_immutable_memory_objects).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <string>

#include "core/objects/ImmutableMemoryNames.h"
#include "support/CommandBuffers.h"

namespace weft::test {
namespace {

constexpr cl_mem_flags immutable = CL_MEM_IMMUTABLE_EXT, copied = immutable | CL_MEM_COPY_HOST_PTR;

/// What each command writes. All others of the tables only read memory objects.
const std::map<std::string, cl_mem CommandObjects::*> destinations = {
    {"clEnqueueWriteBuffer", &CommandObjects::buffer},
    {"clEnqueueWriteBufferRect", &CommandObjects::buffer},
    {"clEnqueueCopyBuffer", &CommandObjects::other},
    {"clEnqueueCopyBufferRect", &CommandObjects::other},
    {"clEnqueueFillBuffer", &CommandObjects::buffer},
    {"clEnqueueWriteImage", &CommandObjects::image},
    {"clEnqueueCopyImage", &CommandObjects::picture},
    {"clEnqueueFillImage", &CommandObjects::image},
    {"clEnqueueCopyImageToBuffer", &CommandObjects::buffer},
    {"clEnqueueCopyBufferToImage", &CommandObjects::image},
    {"clCommandCopyBufferKHR", &CommandObjects::other},
    {"clCommandCopyBufferRectKHR", &CommandObjects::other},
    {"clCommandFillBufferKHR", &CommandObjects::buffer},
    {"clCommandCopyImageKHR", &CommandObjects::picture},
    {"clCommandFillImageKHR", &CommandObjects::image},
    {"clCommandCopyImageToBufferKHR", &CommandObjects::buffer},
    {"clCommandCopyBufferToImageKHR", &CommandObjects::image},
};

class ImmutableMemoryTest : public EnqueueTableTest {
protected:
  std::vector<cl_uchar> first = numbers(128); ///< the contents of all objects
  const cl_image_desc square = describe(CL_MEM_OBJECT_IMAGE2D, 8, 8);
  const Handle<cl_mem> buffer = makeBuffer(128, copied, first.data());
  const Handle<cl_mem> image = makeImage(r8, square, copied, first.data());

  cl_int bufferError(cl_mem_flags flags, void *host) const {
    return errorOf([&](cl_int *e) { return cl.clCreateBuffer(context, flags, 128, host, e); });
  }
  cl_int subBufferError(cl_mem parent, cl_mem_flags flags) const {
    const cl_buffer_region half{0, 64};
    return errorOf(
        [&](cl_int *e) { return cl.clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &half, e); });
  }
  Handle<cl_mem> partOf(cl_mem parent, cl_mem_flags flags) const {
    const cl_buffer_region half{0, 64};
    return make([&](cl_int *e) { return cl.clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &half, e); });
  }
  static cl_image_desc viewOf(cl_mem memory) {
    cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 8, 8);
    description.mem_object = memory;
    return description;
  }
  cl_mem_flags flagsOf(cl_mem memory) const { return info<cl_mem_flags>(cl.clGetMemObjectInfo, memory, CL_MEM_FLAGS); }
  cl_int set(const Handle<cl_kernel> &kernel, cl_uint index, cl_mem memory) const {
    return cl.clSetKernelArg(kernel.get(), index, sizeof memory, &memory);
  }
  cl_int fill(cl_mem memory) const {
    const cl_uchar value = 7;
    return cl.clEnqueueFillBuffer(queue, memory, &value, 1, 0, 64, 0, nullptr, nullptr);
  }

  /// Calls each entry with one of its memory objects after the other immutable.
  template <typename Entries, typename Call> void expectWritesRefused(const Entries &entries, Call call) {
    size_t refused = 0;
    for (const auto &entry : entries) {
      const auto found = destinations.find(entry.name);
      for (cl_mem CommandObjects::*object : entry.memory) {
        CommandObjects objects = on;
        const bool isBuffer = object == &CommandObjects::buffer || object == &CommandObjects::other;
        objects.*object = isBuffer ? buffer.get() : image.get();
        const bool isWritten = found != destinations.end() && found->second == object;
        EXPECT_EQ(isWritten ? CL_INVALID_OPERATION : CL_SUCCESS, call(entry, objects)) << entry.name;
        refused += isWritten ? 1 : 0;
      }
    }
    const auto expected = size_t(std::ranges::count_if(destinations, [&](const auto &one) {
      return std::string_view(one.first).starts_with(entries[0].name[2] == 'E' ? "clE" : "clC");
    }));
    EXPECT_EQ(expected, refused);
    EXPECT_EQ(first, contents<cl_uchar>(buffer.get(), 128));
    EXPECT_EQ(numbers(64), texels<cl_uchar>(image.get(), Triple{0, 0, 0}, Triple{8, 8, 1}));
  }
};
WEFT_API_SUITE(ImmutableMemory, ImmutableMemoryTest);

TEST_P(ImmutableMemory, IsReported) {
  const auto all = infoArray<cl_name_version>(cl.clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS_WITH_VERSION);
  const auto found = std::ranges::find_if(
      all, [](const cl_name_version &one) { return std::string_view(one.name) == "cl_ext_immutable_memory_objects"; });
  ASSERT_NE(all.end(), found);
  EXPECT_EQ(CL_MAKE_VERSION(1, 0, 0), found->version);
}

TEST_P(ImmutableMemory, FlagsAreThoseGiven) {
  EXPECT_EQ(copied, flagsOf(buffer.get()));
  EXPECT_EQ(copied, flagsOf(image.get()));
  const cl_mem_flags more = copied | CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_ALLOC_HOST_PTR;
  EXPECT_EQ(more, flagsOf(makeBuffer(128, more, first.data()).get()));
}

TEST_P(ImmutableMemory, InvalidValueForFlagsThatSayWhoWrites) {
  for (cl_mem_flags flag : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY}) {
    EXPECT_EQ(CL_INVALID_VALUE, bufferError(copied | flag, first.data()));
    EXPECT_EQ(CL_INVALID_VALUE, imageError(r8, square, copied | flag, first.data()));
    EXPECT_EQ(CL_INVALID_VALUE, subBufferError(buffer.get(), flag));
    EXPECT_EQ(CL_INVALID_VALUE, subBufferError(on.buffer, immutable | flag));
  }
}

TEST_P(ImmutableMemory, InvalidValueWithoutContents) {
  EXPECT_EQ(CL_INVALID_VALUE, bufferError(immutable, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, bufferError(immutable | CL_MEM_ALLOC_HOST_PTR, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, imageError(r8, square, immutable));
  EXPECT_EQ(CL_INVALID_VALUE,
            errorOf([&](cl_int *e) { return cl.clCreateImage2D(context, immutable, &r8, 8, 8, 0, nullptr, e); }));
  EXPECT_EQ(CL_INVALID_VALUE,
            errorOf([&](cl_int *e) { return cl.clCreateImage3D(context, immutable, &r8, 8, 8, 2, 0, 0, nullptr, e); }));
}

TEST_P(ImmutableMemory, TakesTheApplicationsMemory) {
  const cl_mem_flags used = immutable | CL_MEM_USE_HOST_PTR;
  EXPECT_EQ(first, contents<cl_uchar>(makeBuffer(128, used, first.data()).get(), 128));
  const auto its = makeImage(r8, square, used, first.data());
  EXPECT_EQ(numbers(64), texels<cl_uchar>(its.get(), Triple{0, 0, 0}, Triple{8, 8, 1}));
}

TEST_P(ImmutableMemory, TakesExternalMemory) {
  const int file = ::memfd_create("weft-test", MFD_CLOEXEC);
  ASSERT_EQ(128, ::write(file, first.data(), 128));
  const cl_mem_properties list[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, cl_mem_properties(file), 0};
  const auto its =
      make([&](cl_int *e) { return cl.clCreateBufferWithProperties(context, list, immutable, 128, nullptr, e); });
  EXPECT_EQ(immutable, flagsOf(its.get()));
  EXPECT_EQ(first, contents<cl_uchar>(its.get(), 128));
  EXPECT_EQ(CL_INVALID_OPERATION, fill(its.get()));
}

TEST_P(ImmutableMemory, PartsAreImmutableWhateverTheirFlags) {
  for (cl_mem_flags flags : {cl_mem_flags{0}, cl_mem_flags{CL_MEM_READ_ONLY}, immutable}) {
    const auto part = partOf(buffer.get(), flags);
    EXPECT_EQ(copied | flags, flagsOf(part.get()));
    EXPECT_EQ(CL_INVALID_OPERATION, fill(part.get()));
  }
}

TEST_P(ImmutableMemory, APartOfOtherMemoryMayBeImmutable) {
  const auto part = partOf(on.buffer, immutable);
  EXPECT_EQ(immutable, flagsOf(part.get()));
  EXPECT_EQ(CL_INVALID_OPERATION, fill(part.get()));
  EXPECT_EQ(CL_SUCCESS, fill(on.buffer));
}

TEST_P(ImmutableMemory, InvalidValueForImagesOfItThatDontSaySo) {
  for (cl_mem_flags flags : {0, CL_MEM_READ_ONLY, CL_MEM_READ_WRITE}) {
    EXPECT_EQ(CL_INVALID_VALUE, imageError(r8, viewOf(buffer.get()), flags));
    EXPECT_EQ(CL_INVALID_VALUE, imageError(r8, viewOf(image.get()), flags));
  }
}

TEST_P(ImmutableMemory, ImagesOfOtherMemory) {
  const cl_image_format colours{CL_RGBA, CL_UNORM_INT8}, other{CL_sRGBA, CL_UNORM_INT8};
  const cl_image_desc small = describe(CL_MEM_OBJECT_IMAGE2D, 4, 4);
  const auto fixed = makeImage(colours, small, copied, first.data()), changing = makeImage(colours, small);
  const float colour[4] = {1, 1, 1, 1};
  const size_t origin[3] = {0, 0, 0}, region[3] = {1, 1, 1};
  for (cl_mem memory : {buffer.get(), on.buffer, fixed.get(), changing.get()}) {
    cl_image_desc description = small;
    description.mem_object = memory;
    const auto view = makeImage(other, description, immutable);
    EXPECT_EQ(immutable, flagsOf(view.get()) & (immutable | CL_MEM_READ_WRITE));
    EXPECT_EQ(CL_INVALID_OPERATION,
              cl.clEnqueueFillImage(queue, view.get(), colour, origin, region, 0, nullptr, nullptr));
  }
  const cl_uchar value = 9;
  ASSERT_EQ(CL_SUCCESS, ::clEnqueueFillBuffer(queue, on.buffer, &value, 1, 0, 128, 0, nullptr, nullptr));
  const auto view = makeImage(r8, viewOf(on.buffer), immutable);
  EXPECT_EQ(std::vector<cl_uchar>(64, 9), texels<cl_uchar>(view.get(), Triple{0, 0, 0}, Triple{8, 8, 1}));
  const auto writeOnly = makeBuffer(128, CL_MEM_WRITE_ONLY);
  EXPECT_EQ(CL_INVALID_VALUE, imageError(r8, viewOf(writeOnly.get()), immutable));
}

TEST_P(ImmutableMemory, InvalidOperationForCommandsThatWrite) {
  expectWritesRefused(enqueueEntries(), [&](const EnqueueEntry &entry, const CommandObjects &objects) {
    return entry.call(cl, objects, {0, nullptr, nullptr});
  });
}

TEST_P(ImmutableMemory, InvalidOperationForRecordedCommandsThatWrite) {
  const auto commands = makeCommandBuffer(queue);
  expectWritesRefused(recordEntries(), [&](const RecordEntry &entry, const CommandObjects &objects) {
    return entry.call(cl, commands.get(), objects, {});
  });
}

TEST_P(ImmutableMemory, InvalidOperationForMappingsThatWrite) {
  const size_t origin[3] = {0, 0, 0}, region[3] = {8, 8, 1};
  size_t pitch = 0;
  for (cl_map_flags flags : {CL_MAP_WRITE, CL_MAP_READ | CL_MAP_WRITE, CL_MAP_WRITE_INVALIDATE_REGION}) {
    EXPECT_EQ(CL_INVALID_OPERATION, errorOf([&](cl_int *e) {
                return cl.clEnqueueMapBuffer(queue, buffer.get(), CL_TRUE, flags, 0, 16, 0, nullptr, nullptr, e);
              }));
    EXPECT_EQ(CL_INVALID_OPERATION, errorOf([&](cl_int *e) {
                return cl.clEnqueueMapImage(queue, image.get(), CL_TRUE, flags, origin, region, &pitch, nullptr, 0,
                                            nullptr, nullptr, e);
              }));
  }
  EXPECT_EQ(0u, info<cl_uint>(cl.clGetMemObjectInfo, buffer.get(), CL_MEM_MAP_COUNT));
}

TEST_P(ImmutableMemory, KernelsReadIt) {
  const auto kernel = buildKernel(
      R"(kernel void sum(global const uchar *a, constant uchar *b, read_only image2d_t c, global int *out) {
           int i = get_global_id(0);
           out[i] = a[i] + 1000 * b[i] + 1000000 * (int)read_imageui(c, (int2)(i % 8, i / 8)).x; })",
      "sum");
  const auto out = makeBuffer(64 * sizeof(cl_int));
  EXPECT_EQ(CL_SUCCESS, set(kernel, 0, buffer.get()));
  EXPECT_EQ(CL_SUCCESS, set(kernel, 1, buffer.get()));
  EXPECT_EQ(CL_SUCCESS, set(kernel, 2, image.get()));
  EXPECT_EQ(CL_SUCCESS, set(kernel, 3, out.get()));
  const size_t items = 64;
  ASSERT_EQ(CL_SUCCESS,
            cl.clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
  const auto found = contents<cl_int>(out.get(), 64);
  for (cl_int i = 0; i < 64; ++i)
    EXPECT_EQ(1001001 * i, found[size_t(i)]);
}

TEST_P(ImmutableMemory, InvalidArgValueForArgumentsThatWrite) {
  const auto program = buildProgram(
      R"(kernel void memory(global uchar *a, global uchar *restrict b, global volatile uchar *c) {}
         kernel void written(write_only image2d_t image) {}
         kernel void both(read_write image2d_t image) {})",
      "-cl-std=CL3.0");
  const auto memory = makeKernel(program.get(), "memory");
  for (cl_uint i = 0; i < 3; ++i)
    EXPECT_EQ(CL_INVALID_ARG_VALUE, set(memory, i, buffer.get())) << i;
  EXPECT_EQ(CL_INVALID_ARG_VALUE, set(memory, 0, partOf(buffer.get(), 0).get()));
  for (const char *name : {"written", "both"})
    EXPECT_EQ(CL_INVALID_ARG_VALUE, set(makeKernel(program.get(), name), 0, image.get())) << name;
  EXPECT_EQ(CL_SUCCESS, set(memory, 0, on.buffer));
}

TEST_P(ImmutableMemory, InvalidArgValueForArgumentsOfRecordedLaunches) {
  const CommandBufferFunctions khr(cl);
  const auto kernel = buildKernel("kernel void k(global uchar *a, global const uchar *b) {}", "k");
  ASSERT_EQ(CL_SUCCESS, set(kernel, 0, on.buffer));
  ASSERT_EQ(CL_SUCCESS, set(kernel, 1, on.buffer));
  const auto commands = makeCommandBuffer(queue, CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr launch = nullptr;
  const size_t one = 1;
  ASSERT_EQ(CL_SUCCESS, khr.launch(commands.get(), nullptr, nullptr, kernel.get(), 1, nullptr, &one, nullptr, 0,
                                   nullptr, nullptr, &launch));
  ASSERT_EQ(CL_SUCCESS, khr.finalise(commands.get()));
  const cl_mem memory = buffer.get();
  for (cl_uint index : {0u, 1u}) {
    const khr::cl_mutable_dispatch_arg_khr argument{index, sizeof memory, &memory};
    EXPECT_EQ(index == 0 ? CL_INVALID_ARG_VALUE : CL_SUCCESS,
              update(khr, commands.get(), {.command = launch, .num_args = 1, .arg_list = &argument}));
  }
}

TEST_P(ImmutableMemory, IsForNeitherPipesNorSharedVirtualMemory) {
  EXPECT_EQ(CL_INVALID_VALUE,
            errorOf([&](cl_int *e) { return cl.clCreatePipe(context, immutable, 4, 4, nullptr, e); }));
  EXPECT_EQ(nullptr, cl.clSVMAlloc(context, immutable, 64, 0));
}

TEST_P(ImmutableMemory, HasTheFormatsOfOtherImages) {
  for (cl_mem_object_type type : {CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D}) {
    cl_uint some = 0, all = 1;
    EXPECT_EQ(CL_SUCCESS, cl.clGetSupportedImageFormats(context, immutable, type, 0, nullptr, &some));
    EXPECT_EQ(CL_SUCCESS, cl.clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, type, 0, nullptr, &all));
    EXPECT_EQ(all, some);
  }
}

} // namespace
} // namespace weft::test
