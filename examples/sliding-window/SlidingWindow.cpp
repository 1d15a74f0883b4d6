// A matrix product through local memory: 5x5 in groups of 2x2, where every edge is partial, and 1024x1024.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <vector>

#include "common/Report.h"
#include "common/Session.h"
#include "common/Timing.h"
#include "sliding-window/HostProduct.h"

using namespace weft::host;

namespace {

/// Small whole numbers: all sums are exact, so that the results must agree to the last bit in any order of addition.
std::vector<float> wholeNumbers(size_t count, unsigned seed) {
  std::vector<float> values(count);
  for (float &value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<float>(static_cast<int>(seed >> 28) - 8);
  }
  return values;
}

bool multiply(const Session &session, const Kernel &kernel, int n, size_t width, unsigned runs) {
  const size_t count = size_t(n) * n;
  const std::vector<float> a = wholeNumbers(count, 1);
  const std::vector<float> b = wholeNumbers(count, 2);
  std::vector<float> expected(count);
  std::vector<float> result(count);

  const Buffer bufferA = session.upload(a);
  const Buffer bufferB = session.upload(b);
  const Buffer bufferC = session.create(count * sizeof(float));
  const LocalBytes window{width * width * sizeof(float)};
  setArguments(kernel, bufferA, bufferB, bufferC, cl_int{n}, window, window);
  const size_t rounded = (n + width - 1) / width * width;
  const size_t global[] = {rounded, rounded};
  const size_t local[] = {width, width};

  const double openCl = medianSeconds(runs, [&] {
    session.launch(kernel, global, local);
    session.finish();
  });
  session.download(bufferC, result);
  const double host = medianSeconds(runs, [&] { matrixProduct(a.data(), b.data(), expected.data(), n); });

  const std::string size = std::to_string(n);
  const std::string range = "(" + std::to_string(rounded) + "," + std::to_string(rounded) + ")";
  const std::string group = "(" + std::to_string(width) + "," + std::to_string(width) + ")";
  return print({.what = size + "x" + size + " matrices, NDRange " + range + " in groups of " + group,
                .openClSeconds = openCl,
                .hostSeconds = host,
                .agree = result == expected});
}

} // namespace

int main() {
  return exampleMain([] {
    const Session session(devicesInView().front());
    printDevice(session.where());
    Program program;
    printBuildTime(secondsOf([&] { program = session.build(readFile(EXAMPLE_DIR "/sliding-window.cl")); }));
    const Kernel kernel = session.kernel(program, "slidingWindowProduct");
    const bool small = multiply(session, kernel, 5, 2, 101);
    const bool large = multiply(session, kernel, 1024, 16, 3);
    return small && large;
  });
}
