// The versions of stored forms that another build may read, and of Weft itself, for the runtime and the tools.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_STORED_FORMS_H
#define WEFT_STORED_FORMS_H

#include <cstdint>
#include <string_view>

namespace weft {

/// Of program binaries (CL_PROGRAM_BINARIES). Raised with every change to their header (ProgramImage.cpp), to what the
/// manifest says, or to what the IL means to the passes.
inline constexpr uint32_t programBinaryVersion = 8;

/// Of the disk cache's entries: the name of the folder that they are in. Changed with the form of the entries, so that
/// those of another form are not even looked at.
inline constexpr std::string_view diskCacheFolder = "weft-v1";

} // namespace weft

#endif
