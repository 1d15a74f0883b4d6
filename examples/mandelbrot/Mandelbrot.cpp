// The Mandelbrot set as a PNG picture: work-items of very different length, in float, one a pixel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "common/Report.h"
#include "common/Session.h"
#include "common/Timing.h"
#include "mandelbrot/HostMandelbrot.h"
#include "mandelbrot/PngFile.h"

using namespace weft::host;

namespace {

constexpr View view{.width = 1536, .height = 1024, .left = -2.25f, .top = -1.0f, .pixel = 2.0f / 1024, .limit = 1000};

/// Black inside the set; outside, a colour that runs through blue, white and amber as the steps grow.
std::vector<uint8_t> colours(const std::vector<uint16_t> &steps) {
  std::vector<uint8_t> rgb;
  rgb.reserve(steps.size() * 3);
  for (uint16_t count : steps) {
    const double phase = 0.6 * std::pow(count, 0.45);
    for (double shift : {0.0, 0.55, 1.15}) {
      const double shade = 0.5 - 0.5 * std::cos(phase + shift);
      rgb.push_back(count == view.limit ? 0 : static_cast<uint8_t>(std::lround(255 * shade)));
    }
  }
  return rgb;
}

bool draw(const std::string &path) {
  const Session session(devicesInView().front());
  printDevice(session.where());
  Program program;
  printBuildTime(secondsOf([&] { program = session.build(readFile(EXAMPLE_DIR "/mandelbrot.cl")); }));
  const Kernel kernel = session.kernel(program, "mandelbrot");

  std::vector<uint16_t> steps(size_t{view.width} * view.height);
  std::vector<uint16_t> expected(steps.size());
  const Buffer buffer = session.create(steps.size() * sizeof steps[0]);
  setArguments(kernel, buffer, view.width, view.left, view.top, view.pixel, view.limit);
  const size_t global[] = {size_t{view.width}, size_t{view.height}};
  const double openCl = medianSeconds(3, [&] {
    session.launch(kernel, global);
    session.finish();
  });
  session.download(buffer, steps);
  const double host = medianSeconds(3, [&] { mandelbrot(view, expected.data()); });

  writePng(path, view.width, view.height, colours(steps));
  std::printf("The picture is in %s.\n", path.c_str());
  return print({.what = "1536x1024 pixels, up to 1000 steps each",
                .openClSeconds = openCl,
                .hostSeconds = host,
                .agree = steps == expected});
}

} // namespace

int main(int argc, char **argv) {
  return exampleMain([&] { return draw(argc > 1 ? argv[1] : "mandelbrot.png"); });
}
