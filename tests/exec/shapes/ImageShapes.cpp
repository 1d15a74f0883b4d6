// Images and samplers as arguments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cmath>

#include "driver/Inputs.h"
#include "driver/Shape.h"

namespace weft::exectest {

namespace {

std::vector<Range> planes() {
  return {plane({32, 16}, {8, 4}), plane({13, 7}, {13, 1}), plane({40, 6}, {0, 0}), plane({64, 3}, {1, 3})};
}

/// A place among texels of four channels; zeros outside.
struct Picture {
  size_t width, height;
  const std::vector<float> &texels;
  double at(double x, double y, size_t channel) const {
    if (x < 0 || y < 0 || x >= static_cast<double>(width) || y >= static_cast<double>(height))
      return 0;
    return texels[(static_cast<size_t>(y) * width + static_cast<size_t>(x)) * 4 + channel];
  }
};

/// The sum over all texels, each weighted by a tent of width 2 about the point that is turned to: what a linear filter
/// means.
std::vector<float> rotated(const Picture &picture, double angle) {
  std::vector<float> out;
  const double middleX = static_cast<double>(picture.width) / 2, middleY = static_cast<double>(picture.height) / 2;
  for (size_t y = 0; y < picture.height; ++y)
    for (size_t x = 0; x < picture.width; ++x) {
      const double px = static_cast<double>(x) + 0.5 - middleX, py = static_cast<double>(y) + 0.5 - middleY;
      const double u = std::cos(angle) * px - std::sin(angle) * py + middleX;
      const double v = std::sin(angle) * px + std::cos(angle) * py + middleY;
      for (size_t channel = 0; channel < 4; ++channel) {
        double sum = 0;
        for (double j = std::floor(v) - 2; j < v + 2; ++j)
          for (double i = std::floor(u) - 2; i < u + 2; ++i)
            sum += picture.at(i, j, channel) * std::max(0.0, 1 - std::abs(i + 0.5 - u)) *
                   std::max(0.0, 1 - std::abs(j + 0.5 - v));
        out.push_back(static_cast<float>(sum));
      }
    }
  return out;
}

void describeRotation(Case &c) {
  const auto [width, height, depth] = c.range().global;
  const auto texels = fractions<float>(width * height * 4, -1, 1);
  const float angle = 0.5f * static_cast<float>(c.index() + 1);
  c.imageIn(picture(width, height, CL_RGBA, CL_FLOAT), texels);
  c.out(rotated({width, height, texels}, static_cast<double>(angle)), {.absolute = 1e-4});
  c.value(std::cos(angle));
  c.value(std::sin(angle));
}

/// From BGRA to RGBA, or to formats of fewer channels.
void describeOrders(Case &c) {
  const auto [width, height, depth] = c.range().global;
  const auto in = wholeNumbers<uint8_t>(width * height * 4, 0, 255);
  const cl_channel_order orders[] = {CL_RGBA, CL_BGRA, CL_RG, CL_R};
  const size_t sources[4][4] = {{2, 1, 0, 3}, {0, 1, 2, 3}, {2, 1}, {2}}, channels[] = {4, 4, 2, 1};
  std::vector<uint8_t> out;
  for (size_t texel = 0; texel < width * height; ++texel)
    for (size_t channel = 0; channel < channels[c.index()]; ++channel)
      out.push_back(in[texel * 4 + sources[c.index()][channel]]);
  c.imageIn(picture(width, height, CL_BGRA, CL_UNORM_INT8), in);
  c.imageOut(picture(width, height, orders[c.index()], CL_UNORM_INT8), out);
}

void describeTiles(Case &c) {
  const Range &range = c.range();
  const auto [width, height, depth] = range.global;
  const auto in = wholeNumbers<uint16_t>(width * height * 4, 0, 65535);
  std::vector<uint16_t> out(in.size());
  perItem<int>(range, [&](const Item &item) {
    const size_t x = item.group[0] * range.local[0] + item.groupSize[0] - 1 - item.local[0];
    const size_t y = item.group[1] * range.local[1] + item.groupSize[1] - 1 - item.local[1];
    for (size_t channel = 0; channel < 4; ++channel)
      out[(item.global[1] * width + item.global[0]) * 4 + channel] = in[(y * width + x) * 4 + channel];
    return 0;
  });
  c.imageIn(picture(width, height, CL_RGBA, CL_UNORM_INT16), in);
  c.sampler({CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST});
  c.local(range.groupItems() * 4 * sizeof(float));
  c.imageOut(picture(width, height, CL_RGBA, CL_UNORM_INT16), out);
}

void describeReadAndWritten(Case &c) {
  const auto [width, height, depth] = c.range().global;
  const auto before = wholeNumbers<uint32_t>(width * height * 4, 0, 1 << 20);
  std::vector<uint32_t> after;
  for (size_t at = 0; at < before.size(); ++at) {
    // Three times 2t + a: 8t + 7a; the third channel adds the rounds 0, 1 and 2.
    const auto x = static_cast<uint32_t>(at / 4 % width), y = static_cast<uint32_t>(at / 4 / width);
    const uint32_t added[] = {7 * x, 7 * y, 4, 7};
    after.push_back(8 * before[at] + added[at % 4]);
  }
  c.imageInOut(picture(width, height, CL_RGBA, CL_UNSIGNED_INT32), before, after);
}

void describeVolumes(Case &c) {
  const auto &size = c.range().global;
  const ImageLayout volume{CL_MEM_OBJECT_IMAGE3D, {CL_R, CL_SIGNED_INT32}, size};
  const ImageLayout layers{CL_MEM_OBJECT_IMAGE2D_ARRAY, {CL_R, CL_SIGNED_INT32}, size};
  const auto a = wholeNumbers<int32_t>(c.items(), -1000000, 1000000, 1);
  const auto b = wholeNumbers<int32_t>(c.items(), -1000000, 1000000, 2);
  const size_t slice = size[0] * size[1];
  std::vector<int32_t> reversed(a.size()), shifted(b.size());
  for (size_t at = 0; at < a.size(); ++at) {
    const size_t z = at / slice, within = at % slice;
    reversed[(size[2] - 1 - z) * slice + within] = a[at];
    shifted[at] = b[std::min(z + 1, size[2] - 1) * slice + within]; // rint(z + 0.75)
  }
  c.imageIn(volume, a);
  c.imageIn(layers, b);
  c.imageOut(volume, shifted);
  c.imageOut(layers, reversed);
}

void describeFunctions(Case &c) {
  const auto [width, height, depth] = c.range().global;
  const auto a = wholeNumbers<float>(width * height * 4, -99, 99, 1);
  const auto b = wholeNumbers<uint8_t>(width * height * 4, 0, 1, 2);
  std::vector<float> out;
  for (size_t at = 0; at < a.size(); ++at)
    out.push_back(a[at] - static_cast<float>(b[at]));
  c.imageIn(picture(width, height, CL_RGBA, CL_FLOAT), a);
  std::vector<uint8_t> blackOrWhite;
  for (uint8_t one : b)
    blackOrWhite.push_back(one ? 255 : 0);
  c.imageIn(picture(width, height, CL_RGBA, CL_UNORM_INT8), blackOrWhite);
  c.sampler({CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST});
  c.out(out);
}

template <class T> std::vector<T> saturated(const std::vector<int32_t> &values) {
  std::vector<T> out;
  for (int32_t value : values)
    out.push_back(static_cast<T>(std::clamp<int64_t>(std::is_signed_v<T> ? value : int64_t(uint32_t(value)),
                                                     std::numeric_limits<T>::min(), std::numeric_limits<T>::max())));
  return out;
}

void describeIntegers(Case &c) {
  const auto [width, height, depth] = c.range().global;
  auto in = wholeNumbers<int32_t>(width * height * 4, -400, 400);
  for (size_t at = 0; at < in.size(); at += 3)
    in[at] *= 5000000;
  c.in(in);
  c.imageOut(picture(width, height, CL_RGBA, CL_SIGNED_INT8), saturated<int8_t>(in));
  c.imageOut(picture(width, height, CL_RGBA, CL_SIGNED_INT16), saturated<int16_t>(in));
  c.imageOut(picture(width, height, CL_RGBA, CL_UNSIGNED_INT8), saturated<uint8_t>(in));
}

void describeRepetition(Case &c) {
  const size_t size = c.items();
  const auto in = wholeNumbers<float>(size, 0, 999);
  std::vector<float> out;
  for (size_t x = 0; x < size; ++x) {
    const size_t at = x * 5, period = at / size, within = at % size;
    out.push_back(in[within]);
    out.push_back(in[period % 2 == 0 ? within : size - 1 - within]);
  }
  c.imageIn({CL_MEM_OBJECT_IMAGE1D, {CL_R, CL_FLOAT}, {size, 1, 1}}, in);
  c.sampler({CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST});
  c.sampler({CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST});
  c.out(out);
}

void describeQueries(Case &c) {
  c.imageIn({CL_MEM_OBJECT_IMAGE3D, {CL_RGBA, CL_UNORM_INT8}, {3, 4, 5}}, std::vector<uint32_t>(60));
  c.imageIn({CL_MEM_OBJECT_IMAGE2D_ARRAY, {CL_RG, CL_HALF_FLOAT}, {6, 7, 2}}, std::vector<uint32_t>(84));
  c.imageIn({CL_MEM_OBJECT_IMAGE1D, {CL_R, CL_UNSIGNED_INT16}, {11, 1, 1}}, std::vector<uint16_t>(11));
  std::vector<int> out;
  for (size_t item = 0; item < c.items(); ++item)
    out.insert(out.end(), {3, 4, 5, 30405, 6, 7, 2, 1, 1, 11, 1, 1});
  c.out(out);
}

} // namespace

Shapes imageShapes() {
  Shapes shapes = {{.name = "image-bilinear-rotation", .ranges = planes(), .describe = describeRotation},
                   {.name = "image-channel-orders", .ranges = planes(), .describe = describeOrders},
                   {.name = "image-tiles-across-barriers",
                    .ranges = {plane({32, 16}, {8, 4}), plane({26, 9}, {13, 3}), plane({64, 3}, {64, 1})},
                    .describe = describeTiles},
                   {.name = "image-read-and-written", .ranges = planes(), .describe = describeReadAndWritten},
                   {.name = "image-volumes-and-layers",
                    .ranges = {box({8, 4, 6}, {4, 2, 3}), box({5, 3, 7}, {0, 0, 0}), box({9, 1, 1}, {3, 1, 1})},
                    .describe = describeVolumes},
                   {.name = "image-passed-to-functions",
                    .ranges = {plane({32, 16}, {8, 4}), plane({64, 8}, {0, 0})},
                    .describe = describeFunctions},
                   {.name = "image-integers-saturate", .ranges = planes(), .describe = describeIntegers},
                   // Places that are exact in a float, so that none lies on the other side of an edge.
                   {.name = "image-repetition", .ranges = {line(64, 16), line(16, 4)}, .describe = describeRepetition},
                   {.name = "image-queries", .ranges = {line(8, 4), line(3, 1)}, .describe = describeQueries}};
  for (Shape &shape : shapes) {
    shape.options = openClC30;
    shape.needsImages = true;
  }
  return shapes;
}

} // namespace weft::exectest
