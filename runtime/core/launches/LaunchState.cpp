// The kernel, arguments and range that a recorded launch is prepared from.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launches/LaunchState.h"

#include <algorithm>

namespace weft::core {

LaunchState::LaunchState(const Kernel &itsKernel, const LaunchRequest &request)
    : kernel(makeRef<Kernel>(itsKernel)), workDim(request.workDim), hasLocalSize(request.localSize != nullptr) {
  const auto copy = [&](const size_t *from, std::array<size_t, 3> &to) {
    if (from)
      std::copy_n(from, workDim, to.begin());
  };
  copy(request.globalOffset, globalOffset);
  copy(request.globalSize, globalSize);
  copy(request.localSize, localSize);
  kernel->retainArguments();
}

} // namespace weft::core
