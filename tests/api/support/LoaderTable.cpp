// Fills a dispatch table with the functions that the linked loader exports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Routes.h"

// The extension functions are weak symbols, so that the tests run with any loader, whichever of them it exports.
#define WEFT_PRAGMA(text) _Pragma(#text)
#define WEFT_LOADER_ENTRY(name)
#define WEFT_LOADER_EXTENSION(name) WEFT_PRAGMA(weak name)
#include "support/LoaderEntries.def"

namespace weft::test {

cl_icd_dispatch loaderTable(const cl_icd_dispatch &whereMissing) {
  cl_icd_dispatch table{};
#define WEFT_LOADER_ENTRY(name) table.name = ::name;
#define WEFT_LOADER_EXTENSION(name) table.name = ::name ? ::name : whereMissing.name;
#include "support/LoaderEntries.def"
  return table;
}

} // namespace weft::test
