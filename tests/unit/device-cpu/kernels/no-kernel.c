// A shared object that contains no kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelAbi.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT const int somethingElse = 1;
