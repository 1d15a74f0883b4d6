// Images in memory that pages without access surround: commands and kernels touch nothing beside their texels.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "support/ImageTest.h"

namespace weft::test {
namespace {

/// Memory that begins where its first page begins, or ends where its last page ends.
class GuardedMemory {
public:
  GuardedMemory(size_t bytes, bool atStart) {
    const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t inner = (bytes + page - 1) / page * page;
    mapped_ = inner + 2 * page;
    mapping_ = static_cast<cl_uchar *>(mmap(nullptr, mapped_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    EXPECT_EQ(0, mprotect(mapping_ + page, inner, PROT_READ | PROT_WRITE));
    data_ = mapping_ + page + (atStart ? 0 : inner - bytes);
  }
  ~GuardedMemory() { munmap(mapping_, mapped_); }
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;
  cl_uchar *data() const { return data_; }

private:
  cl_uchar *mapping_;
  cl_uchar *data_;
  size_t mapped_;
};

/// A type of image with three dimensions at most, and how a kernel addresses it.
struct Shape {
  const char *name; ///< of the type in OpenCL C
  cl_mem_object_type type;
  Triple size;      ///< as regions have it
  const char *spot; ///< coordinates from `c`, a vector of four
  bool sampled = true;
};
const Shape shapes[] = {
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D, {5, 1, 1}, "c.x"},
    {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER, {5, 1, 1}, "c.x", false},
    {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, {5, 3, 1}, "c.xy"},
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D, {5, 3, 1}, "c.xy"},
    {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, {5, 3, 2}, "c"},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D, {5, 3, 2}, "c"},
};

enum class Place { atStart, atEnd, padded };

/// An image whose texels are guarded memory. All texels are 51, what lies between them 200.
struct GuardedImage {
  std::unique_ptr<GuardedMemory> memory;
  std::vector<cl_uchar> before;
  std::vector<bool> isTexel;
  Handle<cl_mem> buffer; ///< where the image has one
  Handle<cl_mem> image;
};

constexpr cl_uchar texel = 51, gap = 200;
constexpr cl_image_format red{CL_R, CL_UNORM_INT8};

class BoundsTest : public ImageTest {
protected:
  GuardedImage makeGuarded(const Shape &shape, Place place) const {
    const size_t rowPitch = place == Place::padded ? 8 : 5;
    const bool isArrayOfLines = shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const size_t rows = isArrayOfLines ? 1 : shape.size[1], slices = isArrayOfLines ? shape.size[1] : shape.size[2];
    const size_t slicePitch = rowPitch * (place == Place::padded ? rows + 1 : rows);
    const size_t bytes = slices == 1 ? rowPitch * rows : slicePitch * slices;
    GuardedImage made{std::make_unique<GuardedMemory>(bytes, place == Place::atStart), {}, {}, {}, {}};
    made.before.assign(bytes, gap);
    made.isTexel.assign(bytes, false);
    for (size_t z = 0; z < slices; ++z)
      for (size_t y = 0; y < rows; ++y)
        for (size_t x = 0; x < 5; ++x) {
          made.before[z * slicePitch + y * rowPitch + x] = texel;
          made.isTexel[z * slicePitch + y * rowPitch + x] = true;
        }
    std::ranges::copy(made.before, made.memory->data());
    cl_image_desc description = describe(shape.type, 5, shape.size[1], shape.size[2]);
    if (place == Place::padded && slices * rows > 1)
      description.image_row_pitch = rowPitch;
    if (place == Place::padded && slices > 1)
      description.image_slice_pitch = slicePitch;
    const bool viaBuffer = shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    if (viaBuffer) {
      made.buffer = makeBuffer(bytes, CL_MEM_USE_HOST_PTR, made.memory->data());
      description.mem_object = made.buffer.get();
    }
    made.image =
        makeImage(red, description, viaBuffer ? 0 : CL_MEM_USE_HOST_PTR, viaBuffer ? nullptr : made.memory->data());
    return made;
  }

  /// What lies between the texels is as it was.
  void expectGaps(const GuardedImage &made) const {
    ASSERT_EQ(CL_SUCCESS, ::clFinish(queue));
    for (size_t at = 0; at < made.before.size(); ++at)
      if (!made.isTexel[at])
        EXPECT_EQ(gap, made.memory->data()[at]) << at;
  }

  template <typename Check> void forAll(Check check) const {
    for (const Shape &shape : shapes)
      for (Place place : {Place::atStart, Place::atEnd, Place::padded}) {
        SCOPED_TRACE(std::string(shape.name) + ", place " + std::to_string(static_cast<int>(place)));
        check(shape, place);
      }
  }

  template <typename T> void set(const Handle<cl_kernel> &kernel, cl_uint index, const T &value) const {
    ASSERT_EQ(CL_SUCCESS, cl.clSetKernelArg(kernel.get(), index, sizeof value, &value));
  }
};
WEFT_API_SUITE(ImagesBetweenGuardPages, BoundsTest);

TEST_P(ImagesBetweenGuardPages, CommandsTouchNothingElse) {
  constexpr Triple zero{0, 0, 0};
  forAll([&](const Shape &shape, Place place) {
    const size_t count = shape.size[0] * shape.size[1] * shape.size[2];
    const GuardedImage first = makeGuarded(shape, place), second = makeGuarded(shape, place);
    const GuardedMemory host(count, place == Place::atStart), bytes(count, place == Place::atStart);
    const auto buffer = makeBuffer(count, CL_MEM_USE_HOST_PTR, bytes.data());
    const size_t *from = zero.data(), *region = shape.size.data();
    std::fill_n(host.data(), count, cl_uchar{7});
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueWriteImage(queue, first.image.get(), CL_TRUE, from, region, 0, 0, host.data(), 0,
                                                 nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueCopyImage(queue, first.image.get(), second.image.get(), from, from, region, 0,
                                                nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueCopyImageToBuffer(queue, second.image.get(), buffer.get(), from, region, 0, 0,
                                                        nullptr, nullptr));
    const float colour[] = {0.2f, 0, 0, 1}; // 51
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueFillImage(queue, first.image.get(), colour, from, region, 0, nullptr, nullptr));
    EXPECT_EQ(std::vector<cl_uchar>(count, texel), texels<cl_uchar>(first.image.get(), from, shape.size));
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueCopyBufferToImage(queue, buffer.get(), first.image.get(), 0, from, region, 0,
                                                        nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, cl.clEnqueueReadImage(queue, first.image.get(), CL_TRUE, from, region, 0, 0, host.data(), 0,
                                                nullptr, nullptr));
    EXPECT_EQ(std::vector<cl_uchar>(count, 7), std::vector<cl_uchar>(host.data(), host.data() + count));
    expectGaps(first);
    expectGaps(second);
  });
}

/// Reads at coordinates of all kinds; writes there as well, of which those outside do nothing.
std::string probe(const Shape &shape) {
  const std::string spot = shape.spot;
  const std::string sampled = "v = read_imagef(in, s, " + spot + ").x; low = fmin(low, v); high = fmax(high, v);";
  return "kernel void probe(read_only " + std::string(shape.name) + " in, sampler_t s, write_only " + shape.name +
         " to, global const float4 *places, global float2 *out) {"
         "  size_t g = get_global_id(0); float low = INFINITY, high = -INFINITY, v;"
         "  { float4 c = places[g]; " +
         (shape.sampled ? sampled : "") + " }  { int4 c = convert_int4_sat(places[g]); " +
         (shape.sampled ? sampled : "") + " v = read_imagef(in, " + spot +
         ").x; low = fmin(low, v); high = fmax(high, v); write_imagef(to, " + spot +
         ", (float4)(1)); }  out[g] = (float2)(low, high); }";
}

TEST_P(ImagesBetweenGuardPages, KernelsTouchNothingElse) {
  const float wild[] = {NAN,  INFINITY, -INFINITY, 3e38f,  -3e38f, 2147483648.0f, -2147483904.0f, -1.0f, -0.5f,
                        0.0f, 0.5f,     0.999999f, 2.999f, 3.0f,   4.5f,          5.0f,           5.001f};
  constexpr size_t items = 17 * 17;
  std::vector<std::array<float, 4>> places(items);
  for (size_t at = 0; at < items; ++at)
    places[at] = {wild[at % 17], wild[at / 17], wild[(at * 5 + 3) % 17], 0};
  const auto where = makeBuffer(sizeof places[0] * items, CL_MEM_COPY_HOST_PTR, places.data());
  const auto out = makeBuffer(2 * sizeof(float) * items);
  constexpr std::pair<cl_addressing_mode, cl_filter_mode> samplers[] = {{CL_ADDRESS_NONE, CL_FILTER_NEAREST},
                                                                        {CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR},
                                                                        {CL_ADDRESS_CLAMP, CL_FILTER_LINEAR},
                                                                        {CL_ADDRESS_REPEAT, CL_FILTER_LINEAR},
                                                                        {CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR}};
  std::map<std::string, Handle<cl_kernel>> kernels;
  for (const Shape &shape : shapes)
    kernels.emplace(shape.name, buildKernel(probe(shape).c_str(), "probe", "-cl-std=CL3.0"));
  forAll([&](const Shape &shape, Place place) {
    const auto &kernel = kernels.at(shape.name);
    for (const auto &[mode, filter] : samplers) {
      const GuardedImage in = makeGuarded(shape, place), to = makeGuarded(shape, place);
      const auto sampler = make([&](cl_int *e) { return ::clCreateSampler(context, CL_TRUE, mode, filter, e); });
      set(kernel, 0, in.image.get());
      set(kernel, 1, sampler.get());
      set(kernel, 2, to.image.get());
      set(kernel, 3, where.get());
      set(kernel, 4, out.get());
      ASSERT_EQ(CL_SUCCESS,
                cl.clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
      // A texel (0.2) or the border (0), or something between.
      for (const auto &[low, high] : contents<std::array<float, 2>>(out.get(), items))
        EXPECT_TRUE(low >= -1e-6f && high <= 0.200001f) << low << " to " << high << ", mode " << mode;
      expectGaps(to);
      EXPECT_EQ(in.before, std::vector<cl_uchar>(in.memory->data(), in.memory->data() + in.before.size()));
    }
  });
}

} // namespace
} // namespace weft::test
