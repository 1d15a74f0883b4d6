// Compares kernels that read and write images with the reference of TestImage.h. Guard pages surround the images.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>

#include <gtest/gtest.h>

#include "LoadedKernel.h"
#include "TestImage.h"

namespace weft::compiler::test {
namespace {

constexpr const char *imageExtensions =
    "cl_khr_byte_addressable_store cl_khr_fp16 cl_khr_fp64 cl_khr_depth_images cl_khr_3d_image_writes "
    "cl_khr_mipmap_image cl_khr_mipmap_image_writes __opencl_c_fp64 __opencl_c_int64 __opencl_c_images "
    "__opencl_c_3d_image_writes __opencl_c_read_write_images";

constexpr uint32_t modes[] = {WEFT_SAMPLER_ADDRESS_NONE, WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE, WEFT_SAMPLER_ADDRESS_CLAMP,
                              WEFT_SAMPLER_ADDRESS_REPEAT, WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT};

/// An image type of OpenCL C. `spot` is the expression of its coordinates, where `c` has x, y, z and the layer.
struct Shape {
  const char *type;
  const char *spot;
  Extent extent;
  bool depth = false;
};
const Shape line{"image1d_t", "c.x", {1, {19, 1, 1}, 1, 1}};
const Shape lines{"image1d_array_t", "c.xw", {1, {19, 1, 1}, 5, 1}};
const Shape plane{"image2d_t", "c.xy", {2, {13, 9, 1}, 1, 1}};
const Shape planes{"image2d_array_t", "c.xywx", {2, {13, 9, 1}, 3, 1}};
const Shape box{"image3d_t", "c.xyzx", {3, {7, 5, 6}, 1, 1}};
const Shape depthPlane{"image2d_depth_t", "c.xy", {2, {13, 9, 1}, 1, 1}, true};
const Shape depthPlanes{"image2d_array_depth_t", "c.xywx", {2, {13, 9, 1}, 3, 1}, true};
const Shape allShapes[] = {line, lines, plane, planes, box, depthPlane, depthPlanes};

std::string readSuffix(char kind) { return kind == 'f' ? "f" : kind == 'i' ? "i" : "ui"; }
std::string vectorType(char kind) { return kind == 'f' ? "float4" : kind == 'i' ? "int4" : "uint4"; }

/// Converts results to doubles from the kernel's type of elements.
std::vector<Colour> asColours(const std::vector<uint32_t> &words, char kind) {
  std::vector<Colour> colours(words.size() / 4);
  for (size_t at = 0; at < words.size(); ++at)
    colours[at / 4][at % 4] = kind == 'f'   ? double(std::bit_cast<float>(words[at]))
                              : kind == 'i' ? double(std::bit_cast<int32_t>(words[at]))
                                            : double(words[at]);
  return colours;
}

/// A kernel that reads one image at 256 positions.
class Reader {
public:
  /// `call` is the expression that reads the image `i` with the sampler `s` at `c` (float4 or int4: x, y, z, layer). It
  /// may use `l`, the work-item's level of detail.
  Reader(const Shape &shape, char kind, const std::string &coordinates, const std::string &call,
         const std::vector<ArgumentConstant> &constants = {})
      : kind_(kind),
        kernel_(build("kernel void k(read_only " + std::string(shape.type) + " i, sampler_t s, global const " +
                          coordinates + " *places, global const float *lods, global " + vectorType(kind) +
                          " *out) { size_t g = get_global_id(0); " + coordinates +
                          " c = places[g]; float l = lods[g]; out[g] = " + call + "; }",
                      "-cl-std=CL3.0", imageExtensions),
                "k", "", constants) {}

  template <typename Coordinate>
  std::vector<Colour> read(const TestImage &image, uint32_t sampler, const std::vector<Coordinate> &places,
                           const std::vector<float> &lods = std::vector<float>(items)) const {
    EXPECT_EQ(places.size(), items);
    std::vector<uint32_t> words(4 * items);
    const WeftImage *descriptor = &image.descriptor();
    kernel_.run(
        {descriptor, reinterpret_cast<const void *>(uintptr_t(sampler)), places.data(), lods.data(), words.data()});
    return asColours(words, kind_);
  }

private:
  char kind_;
  LoadedKernel kernel_;
};

std::string sampledCall(const Shape &shape, char kind) {
  return (shape.depth ? "(float4)(" : "(") + ("read_image" + readSuffix(kind)) + "(i, s, " + shape.spot + "))";
}

/// Returns positions in and around an image. Normalised coordinates lie within three repetitions of the image.
std::vector<Place> placesAround(const Extent &extent, bool normalised) {
  std::vector<Place> places(items);
  for (size_t at = 0; at < items; ++at) {
    const auto part = [&](size_t step, float low, float high) {
      return low + (high - low) * static_cast<float>((at * step + 5) % 251) / 250.0f;
    };
    for (size_t d = 0; d < 3; ++d) {
      const auto size = static_cast<float>(extent.size[d]);
      const float low = normalised ? -1.25f : -3.0f, high = normalised ? 2.25f : size + 3.0f;
      places[at][d] = part(37 + 26 * d, low, high);
      if (at % 8 == d) // this coordinate is exactly a texel's edge or centre
        places[at][d] = normalised ? std::floor(places[at][d] * 4) / 4 : std::floor(places[at][d] * 2) / 2;
    }
    places[at][3] = part(17, -2.0f, static_cast<float>(extent.layers) + 1.5f);
  }
  return places;
}

void expectNear(const Colour &found, const Colour &expected, double tolerance, bool depth, const std::string &where) {
  for (size_t channel = 0; channel < (depth ? 1 : 4); ++channel)
    EXPECT_NEAR(found[channel], expected[channel], tolerance) << where << ", channel " << channel;
}

std::string describe(const Format &format, uint32_t sampler, const Place &place) {
  char text[128];
  std::snprintf(text, sizeof text, "format %x %x, sampler %x, at (%g, %g, %g; %g)", format.order, format.type, sampler,
                place[0], place[1], place[2], place[3]);
  return text;
}

void expectSamples(const Reader &reader, const TestImage &image, const Shape &shape, uint32_t sampler) {
  const std::vector<Place> places = placesAround(shape.extent, sampler & WEFT_SAMPLER_NORMALIZED);
  const std::vector<Colour> found = reader.read(image, sampler, places);
  const bool linear = sampler & WEFT_SAMPLER_FILTER_LINEAR;
  for (size_t at = 0; at < items; ++at)
    expectNear(found[at], image.sample(places[at], sampler),
               image.format().kind() != 'f' ? 0
               : linear                     ? 3e-6
                                            : 2e-7,
               shape.depth, describe(image.format(), sampler, places[at]));
}

/// Returns samplers with both filters, all addressing modes and both kinds of coordinates.
std::vector<uint32_t> allSamplers() {
  std::vector<uint32_t> samplers;
  for (uint32_t mode : modes)
    for (uint32_t filter : {WEFT_SAMPLER_FILTER_NEAREST, WEFT_SAMPLER_FILTER_LINEAR}) {
      samplers.push_back(mode | filter | WEFT_SAMPLER_NORMALIZED);
      if (mode != WEFT_SAMPLER_ADDRESS_REPEAT && mode != WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT)
        samplers.push_back(mode | filter);
    }
  return samplers;
}

class ImageReads : public testing::TestWithParam<Shape> {};

TEST_P(ImageReads, EverySampler) {
  const Shape &shape = GetParam();
  const Reader reader(shape, 'f', "float4", sampledCall(shape, 'f'));
  const Format format{shape.depth ? orderDepth : orderRGBA, float32};
  const TestImage image(format, shape.extent);
  for (uint32_t sampler : allSamplers())
    expectSamples(reader, image, shape, sampler);
}

// Each sampler and format is a constant of the code, so other branches of the code remain than in the tests above.
TEST_P(ImageReads, EverySamplerAsConstant) {
  const Shape &shape = GetParam();
  const Format format{shape.depth ? orderDepth : orderBGRA, shape.depth ? unorm16 : unorm8};
  const TestImage image(format, shape.extent, 3);
  for (uint32_t sampler : allSamplers())
    expectSamples(Reader(shape, 'f', "float4", sampledCall(shape, 'f'), {{0, format.code()}, {1, sampler}}), image,
                  shape, sampler);
}

TEST_P(ImageReads, WildCoordinatesReadNothingOutside) {
  const Shape &shape = GetParam();
  const float wild[] = {NAN,    INFINITY, -INFINITY, 3e38f,       -3e38f,      2147483648.0f, -2147483904.0f,
                        1e-40f, -1e-40f,  -0.0f,     16777217.0f, 0.99999994f, 4294967296.0f};
  std::vector<Place> places(items);
  for (size_t at = 0; at < items; ++at)
    places[at] = {wild[at % 13], wild[at / 13 % 13], wild[(at * 5 + 1) % 13], wild[at * 7 / 13 % 13]};
  const Reader reader(shape, 'f', "float4", sampledCall(shape, 'f'));
  for (bool atStart : {false, true}) {
    const TestImage image({shape.depth ? orderDepth : orderRGBA, unorm16}, shape.extent, 1, atStart);
    for (uint32_t sampler : allSamplers())
      for (uint32_t normalised : {0u, uint32_t(WEFT_SAMPLER_NORMALIZED)}) {
        const std::vector<Colour> found = reader.read(image, (sampler & ~1u) | normalised, places);
        for (size_t at = 0; at < items; ++at)
          if (!std::isnan(found[at][0]))
            EXPECT_TRUE(found[at][0] >= -1e-6 && found[at][0] <= 1.000001)
                << describe(image.format(), sampler, places[at]);
      }
  }
}

TEST_P(ImageReads, IntegerCoordinatesAndNoSampler) {
  const Shape &shape = GetParam();
  const std::string spot = shape.spot;
  const std::string front = shape.depth ? "(float4)(read_imagef(i, " : "(read_imagef(i, ";
  const Reader sampled(shape, 'f', "int4", front + "s, " + spot + "))");
  const Reader plain(shape, 'f', "int4", front + spot + "))");
  const TestImage image({shape.depth ? orderDepth : orderRGBA, float32}, shape.extent, 2);
  std::vector<std::array<int, 4>> places(items);
  for (size_t at = 0; at < items; ++at)
    for (size_t d = 0; d < 4; ++d) {
      const int size = d == 3 ? static_cast<int>(shape.extent.layers) : static_cast<int>(shape.extent.size[d]);
      places[at][d] = static_cast<int>(at * (7 + 6 * d) % 97) % (size + 4) - 2;
      if (at >= items - 2)
        places[at][d] = at % 2 ? INT32_MAX : INT32_MIN;
    }
  for (uint32_t mode : {WEFT_SAMPLER_ADDRESS_CLAMP, WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE}) {
    const std::vector<Colour> found = sampled.read(image, mode | WEFT_SAMPLER_FILTER_NEAREST, places);
    const std::vector<Colour> foundPlain = plain.read(image, 0, places);
    for (size_t at = 0; at < items; ++at) {
      const Place place{float(places[at][0]), float(places[at][1]), float(places[at][2]), float(places[at][3])};
      expectNear(found[at], image.sample(place, mode), 0, shape.depth, describe(image.format(), mode, place));
      if (mode == WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE)
        expectNear(foundPlain[at], image.sample(place, mode), 0, shape.depth, describe(image.format(), 0, place));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, ImageReads, testing::ValuesIn(allShapes),
                         [](const auto &info) { return std::string(info.param.type); });

TEST(ImageFormats, EachIsReadAndFiltered) {
  std::map<char, std::unique_ptr<Reader>> readers;
  for (char kind : {'f', 'i', 'u'})
    readers[kind] = std::make_unique<Reader>(plane, kind, "float4", sampledCall(plane, kind));
  for (const Format &format : allFormats()) {
    if (format.order == orderDepth)
      continue;
    const TestImage image(format, plane.extent);
    for (uint32_t filter : {WEFT_SAMPLER_FILTER_NEAREST, WEFT_SAMPLER_FILTER_LINEAR})
      if (filter == WEFT_SAMPLER_FILTER_NEAREST || format.kind() == 'f')
        expectSamples(*readers[format.kind()], image, plane, filter | WEFT_SAMPLER_ADDRESS_CLAMP);
  }
}

TEST(ImageFormats, EachIsReadByCodeOfItsOwn) {
  for (const Format &format : allFormats()) {
    const Shape &shape = format.order == orderDepth ? depthPlane : plane;
    const uint32_t filter = format.kind() == 'f' ? WEFT_SAMPLER_FILTER_LINEAR : WEFT_SAMPLER_FILTER_NEAREST;
    const Reader reader(shape, format.kind(), "float4", sampledCall(shape, format.kind()), {{0, format.code()}});
    expectSamples(reader, TestImage(format, shape.extent), shape, filter | WEFT_SAMPLER_ADDRESS_CLAMP);
  }
}

// The levels are chosen by a level of detail and by gradients. The nearest level is read, or two levels are blended.
TEST(ImageLevels, AreChosenByLod) {
  for (Shape shape : {line, lines, plane, planes, box}) {
    shape.extent.levels = 3;
    const TestImage image({orderRGBA, float32}, shape.extent);
    const Reader reader(shape, 'f', "float4", std::string("read_imagef(i, s, ") + shape.spot + ", l)");
    const std::string step = std::string(shape.type) == "image3d_t" ? "(float4)(l, 0, 0, 0)"
                             : shape.extent.dimensions == 2         ? "(float2)(l, 0)"
                                                                    : "l";
    const Reader stepping(shape, 'f', "float4",
                          std::string("read_imagef(i, s, ") + shape.spot + ", " + step + ", " + step + " * 0.5f)");
    const std::vector<Place> places = placesAround(shape.extent, true);
    std::vector<float> lods(items), steps(items);
    for (size_t at = 0; at < items; ++at) {
      lods[at] = static_cast<float>(at % 17) * 0.3f - 1.0f;
      steps[at] = std::exp2(lods[at]) / static_cast<float>(shape.extent.size[0]);
    }
    for (uint32_t mip : {0u, uint32_t(WEFT_SAMPLER_MIP_FILTER_LINEAR)}) {
      const uint32_t sampler = WEFT_SAMPLER_NORMALIZED | WEFT_SAMPLER_ADDRESS_CLAMP | WEFT_SAMPLER_FILTER_LINEAR | mip;
      const std::vector<Colour> found = reader.read(image, sampler, places, lods);
      const std::vector<Colour> foundBySteps = stepping.read(image, sampler, places, steps);
      for (size_t at = 0; at < items; ++at) {
        const double lod = std::clamp(double(lods[at]), 0.0, 2.0);
        const auto first = static_cast<uint32_t>(mip ? std::floor(lod) : std::max(std::ceil(lod + 0.5) - 1, 0.0));
        const double share = mip ? lod - first : 0;
        Colour expected = image.sample(places[at], sampler, first);
        if (share > 0)
          for (size_t channel = 0; channel < 4; ++channel)
            expected[channel] =
                expected[channel] * (1 - share) + image.sample(places[at], sampler, first + 1)[channel] * share;
        expectNear(found[at], expected, 4e-6, false, describe(image.format(), sampler, places[at]));
        // The logarithm of a gradient is not exact, so it may lie on the other side of the middle between two levels.
        if (mip || std::abs(lod - std::floor(lod) - 0.5) > 0.01)
          expectNear(foundBySteps[at], expected, 1e-5, false, describe(image.format(), sampler, places[at]));
      }
    }
  }
}

TEST(ImageLevels, SamplersLimitThem) {
  Shape shape = plane;
  shape.extent.levels = 3;
  const TestImage image({orderRGBA, float32}, shape.extent);
  const Reader reader(shape, 'f', "float4", "read_imagef(i, s, c.xy, l)");
  const std::vector<Place> places = placesAround(shape.extent, true);
  const uint32_t sampler = WEFT_SAMPLER_NORMALIZED | WEFT_SAMPLER_ADDRESS_REPEAT | WEFT_SAMPLER_FILTER_NEAREST;
  const uint32_t atLeastOne = sampler | 1u * WEFT_SAMPLER_LOD_SCALE << WEFT_SAMPLER_LOD_MIN_SHIFT;
  const uint32_t atMostOne = sampler | (uint32_t(WEFT_SAMPLER_LOD_MASK) - WEFT_SAMPLER_LOD_SCALE)
                                           << WEFT_SAMPLER_LOD_MAX_SHIFT;
  const std::vector<Colour> low = reader.read(image, atLeastOne, places, std::vector<float>(items, 0.0f));
  const std::vector<Colour> high = reader.read(image, atMostOne, places, std::vector<float>(items, 9.0f));
  const std::vector<Colour> none = reader.read(image, sampler, places, std::vector<float>(items, NAN));
  for (size_t at = 0; at < items; ++at) {
    expectNear(low[at], image.sample(places[at], sampler, 1), 0, false, "least lod");
    expectNear(high[at], image.sample(places[at], sampler, 1), 0, false, "greatest lod");
    expectNear(none[at], image.sample(places[at], sampler, 0), 0, false, "no number");
  }
}

/// Returns a kernel that writes colours at 256 positions.
LoadedKernel writer(const Shape &shape, char kind, const std::string &call,
                    const std::vector<ArgumentConstant> &constants) {
  return LoadedKernel(build("kernel void k(write_only " + std::string(shape.type) +
                                " i, global const int4 *places, global const " + vectorType(kind) +
                                " *colours) { size_t g = get_global_id(0); int4 c = places[g]; " + vectorType(kind) +
                                " v = colours[g]; " + call + "; }",
                            "-cl-std=CL3.0", imageExtensions),
                      "k", "", constants);
}

/// Returns positions within the image, each once, then positions outside.
std::vector<std::array<int, 4>> placesToWrite(const Extent &extent) {
  std::vector<std::array<int, 4>> places;
  for (uint32_t layer = 0; layer < extent.layers; ++layer)
    for (uint32_t z = 0; z < extent.size[2]; ++z)
      for (uint32_t y = 0; y < extent.size[1]; ++y)
        for (uint32_t x = 0; x < extent.size[0] && places.size() < items - 16; ++x)
          places.push_back({int(x), int(y), int(z), int(layer)});
  const std::array<int, 4> beyond{int(extent.size[0]), int(extent.size[1]), int(extent.size[2]), int(extent.layers)};
  for (size_t at = 0; places.size() < items; ++at) {
    std::array<int, 4> place{};
    for (size_t d = 0; d < 4; ++d)
      place[d] = at % 4 == 0 ? -1 : at % 4 == 1 ? beyond[d] : at % 4 == 2 ? INT32_MAX : INT32_MIN;
    places.push_back(place);
  }
  return places;
}

std::vector<Colour> coloursToWrite(const Format &format) {
  std::vector<Colour> colours(items);
  for (size_t at = 0; at < items; ++at)
    for (size_t channel = 0; channel < 4; ++channel) {
      const double part = static_cast<double>((at * 41 + channel * 67) % 256) / 255;
      double &value = colours[at][channel];
      if (format.kind() == 'f')
        value = float(at % 16 == 3 ? 5 : at % 16 == 7 ? -5 : at % 16 == 11 && format.type != float32 ? NAN : part);
      else if (format.kind() == 'i')
        value = std::floor((part - 0.5) * (at % 2 ? 300 : 4e9));
      else
        value = std::floor(part * (at % 2 ? 300 : 4e9));
      if (at % 16 == 11 && format.type == half16)
        value = -part;
    }
  return colours;
}

void expectWrites(const Shape &shape, const Format &format, const std::vector<ArgumentConstant> &constants,
                  bool atStart) {
  const TestImage image(format, shape.extent, 2, atStart);
  const std::string suffix = readSuffix(format.kind());
  const LoadedKernel kernel =
      writer(shape, format.kind(), "write_image" + suffix + "(i, " + shape.spot + (shape.depth ? ", v.x)" : ", v)"),
             constants);
  const std::vector<std::array<int, 4>> places = placesToWrite(shape.extent);
  const std::vector<Colour> colours = coloursToWrite(format);
  std::vector<uint32_t> words(4 * items);
  for (size_t at = 0; at < words.size(); ++at) {
    const double value = colours[at / 4][at % 4];
    words[at] = format.kind() == 'f'   ? std::bit_cast<uint32_t>(static_cast<float>(value))
                : format.kind() == 'i' ? std::bit_cast<uint32_t>(static_cast<int32_t>(value))
                                       : static_cast<uint32_t>(value);
  }
  kernel.run({&image.descriptor(), places.data(), words.data()});
  for (size_t at = 0; at < items; ++at) {
    const auto &[x, y, z, layer] = places[at];
    if (x >= 0 && uint32_t(x) < shape.extent.size[0] && layer >= 0 && uint32_t(layer) < shape.extent.layers)
      EXPECT_TRUE(image.holds(colours[at], x, y, z, uint32_t(layer)))
          << describe(format, 0, {float(x), float(y), float(z), float(layer)}) << " does not hold " << colours[at][0]
          << ", " << colours[at][1] << ", " << colours[at][2] << ", " << colours[at][3];
  }
}

TEST(ImageWrites, EveryFormat) {
  for (const Format &format : allFormats())
    expectWrites(format.order == orderDepth ? depthPlane : plane, format, {{0, format.code()}}, false);
}

TEST(ImageWrites, EveryShapeAndNothingOutside) {
  for (const Shape &shape : allShapes)
    for (bool atStart : {false, true})
      expectWrites(shape, {shape.depth ? orderDepth : orderRGBA, float32}, {}, atStart);
}

TEST(ImageWrites, ToLevels) {
  Shape shape = plane;
  shape.extent.levels = 3;
  const TestImage image({orderRGBA, float32}, shape.extent);
  const LoadedKernel kernel = writer(shape, 'f', "write_imagef(i, c.xy, c.w, v)", {});
  std::vector<std::array<int, 4>> places;
  for (int at = 0; at < int(items); ++at)
    places.push_back({at % 4, at / 4 % 3, 0, at / 12 % 5 - 1});
  std::vector<std::array<float, 4>> colours;
  for (const auto &place : places)
    colours.push_back({float(place[0]), float(place[1]), float(place[3]), 7});
  kernel.run({&image.descriptor(), places.data(), colours.data()});
  for (const auto &[x, y, z, level] : places)
    if (level >= 0 && level < 3 && x < (13 >> level) && y < (9 >> level))
      EXPECT_TRUE(image.holds({double(x), double(y), double(level), 7}, x, y, 0, 0, uint32_t(level)));
}

TEST(ImageQueries, TellWhatTheDescriptorSays) {
  const LoadedKernel kernel(
      build("kernel void k(read_only image2d_array_t i, write_only image3d_t o, global int *r) {"
            "if (get_global_id(0) == 0) { r[0] = get_image_width(i); r[1] = get_image_height(i); r[2] = "
            "(int)get_image_array_size(i); r[3] = get_image_channel_data_type(i) == CLK_UNORM_INT8; "
            "r[4] = get_image_channel_order(i) == CLK_BGRA; int4 d = get_image_dim(o); r[5] = d.x; r[6] = d.y; "
            "r[7] = d.z; r[8] = d.w; r[9] = get_image_depth(o); int2 e = get_image_dim(i); r[10] = e.x; r[11] = e.y; "
            "r[12] = get_image_num_mip_levels(i); } }",
            "-cl-std=CL3.0", imageExtensions),
      "k");
  const TestImage in({orderBGRA, unorm8}, {2, {13, 9, 1}, 3, 2}), out({orderR, float32}, {3, {4, 5, 6}, 1, 1});
  std::vector<int> r(13, -1);
  kernel.run({&in.descriptor(), &out.descriptor(), r.data()});
  EXPECT_EQ(r, (std::vector<int>{13, 9, 3, 1, 1, 4, 5, 6, 0, 6, 13, 9, 2}));
}

} // namespace
} // namespace weft::compiler::test
