// The functions that the linked loader exports, in a dispatch table of their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Routes.h"

namespace weft::test {

cl_icd_dispatch loaderTable() {
  cl_icd_dispatch table{};
#define WEFT_LOADER_ENTRY(name) table.name = ::name;
#include "support/LoaderEntries.def"
  return table;
}

} // namespace weft::test
