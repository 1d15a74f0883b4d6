// The sum of 16 million floats: launches of a barrier tree until one value is left.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdio>
#include <utility>
#include <vector>

#include "common/Report.h"
#include "common/Session.h"
#include "common/Timing.h"
#include "reduction/HostSum.h"

using namespace weft::host;

namespace {

constexpr size_t elementCount = size_t{1} << 24;
constexpr size_t groupSize = 256;

size_t groupsFor(size_t count) { return (count + groupSize - 1) / groupSize; }

/// Enqueues the launches that leave the sum as the first element of the returned buffer.
const Buffer &enqueueSum(const Session &session, const Kernel &kernel, const Buffer &input, const Buffer &first,
                         const Buffer &second) {
  const Buffer *from = &input;
  const Buffer *to = &first;
  const Buffer *spare = &second;
  for (size_t count = elementCount; count > 1; count = groupsFor(count)) {
    setArguments(kernel, *from, *to, static_cast<cl_uint>(count), LocalBytes{groupSize * sizeof(float)});
    const size_t global[] = {groupsFor(count) * groupSize};
    const size_t local[] = {groupSize};
    session.launch(kernel, global, local);
    from = to;
    std::swap(to, spare);
  }
  return *from;
}

bool reduce() {
  const Session session(devicesInView().front());
  printDevice(session.where());
  Program program;
  printBuildTime(secondsOf([&] { program = session.build(readFile(EXAMPLE_DIR "/reduction.cl")); }));
  const Kernel kernel = session.kernel(program, "sumOfGroups");

  // From -1 to 2: every partial sum is a whole number that a float holds exactly, in any order of addition.
  std::vector<float> values(elementCount);
  for (size_t i = 0; i < elementCount; ++i)
    values[i] = static_cast<float>(static_cast<int>(i * 2654435761u % 16 / 5) - 1);

  const Buffer input = session.upload(values);
  const Buffer first = session.create(groupsFor(elementCount) * sizeof(float));
  const Buffer second = session.create(groupsFor(elementCount) * sizeof(float));
  std::vector<float> result(1);
  const double openCl =
      medianSeconds(5, [&] { session.download(enqueueSum(session, kernel, input, first, second), result); });
  float expected = 0.0f;
  const double host = medianSeconds(5, [&] { expected = sum(values.data(), values.size()); });

  std::printf("The sum is %.0f.\n", static_cast<double>(result[0]));
  return print({.what = "16777216 floats in groups of 256, 8 levels of barriers a group",
                .openClSeconds = openCl,
                .hostSeconds = host,
                .agree = result[0] == expected});
}

} // namespace

int main() { return exampleMain(reduce); }
