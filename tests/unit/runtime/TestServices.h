// Runtime services without a disk cache, for tests that create objects without the platform.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_RUNTIME_TEST_SERVICES_H
#define WEFT_TESTS_UNIT_RUNTIME_TEST_SERVICES_H

#include "TaskThreads.h"
#include "core/cache/DiskCache.h"
#include "core/objects/DescriptorPoller.h"
#include "core/objects/Services.h"
#include "core/programs/CompilerLibrary.h"
#include "core/programs/SpeculativeCompiles.h"

namespace weft::core {

/// Returns the services of the tests. Like the platform's services they are never destroyed, because their threads may
/// outlive a test.
inline const Services &testServices() {
  static const Services &services =
      *new Services{*new DiskCache("", 0),           *new CompilerLibrary, *new TaskThreads(1),
                    *new SpeculativeCompiles(false), *new TaskThreads(1),  *new DescriptorPoller};
  return services;
}

} // namespace weft::core

#endif
