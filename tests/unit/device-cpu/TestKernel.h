// Loads a kernel of the folder kernels/.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_TESTS_UNIT_DEVICE_CPU_TEST_KERNEL_H
#define WEFT_TESTS_UNIT_DEVICE_CPU_TEST_KERNEL_H

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "Device.h"

namespace weft::cpu {

inline std::shared_ptr<const KernelCode> load(const std::string &name) {
  auto code = KernelCode::loadFile(std::string(WEFT_TEST_KERNELS) + "/" + name + ".so");
  EXPECT_TRUE(code) << code.error();
  return *code;
}

} // namespace weft::cpu

#endif
