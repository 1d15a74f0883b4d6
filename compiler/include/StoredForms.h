// Versions of the formats in which Weft stores data that another build may read, for the runtime and the tools.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_STORED_FORMS_H
#define WEFT_STORED_FORMS_H

#include <cstdint>
#include <string_view>

namespace weft {

/// The version of the format of program binaries (CL_PROGRAM_BINARIES). It is raised with every change to the binaries'
/// header (ProgramImage.cpp), to the contents of the manifest in them, or to what the passes expect of the IL in them.
inline constexpr uint32_t programBinaryVersion = 9;

/// The name of the folder that has the disk cache's entries. It changes with the format of the entries, so Weft never
/// opens entries of another format.
inline constexpr std::string_view diskCacheFolder = "weft-v1";

} // namespace weft

#endif
