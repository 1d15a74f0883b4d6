// One launch on a platform whose library is opened here, without a loader.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_LIFECYCLE_ONE_LAUNCH_H
#define WEFT_TESTS_LIFECYCLE_ONE_LAUNCH_H

#include <functional>

/// Opens the library at the path, builds a kernel that writes `number`, launches it, and closes the library. False
/// where anything fails or the number is another. `meanwhile` is called when the kernel has run and is still loaded.
bool launchOnce(const char *path, unsigned number, const std::function<void()> &meanwhile = {});

#endif
