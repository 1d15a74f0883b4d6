// A folder for the IR of one compilation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "pipeline/DumpFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include "pipeline/KernelPipeline.h"

using namespace llvm;

namespace weft::compiler {

namespace {

/// File systems allow 255 bytes, of which some are for a number.
constexpr size_t longestName = 200;
/// So that what comes behind the kernel's name has room.
constexpr size_t longestKernelName = 100;

StringRef executorWord(const KernelPipelineOptions &options) {
  if (options.fibers)
    return "fibers";
  switch (options.packets) {
  case WEFT_PACKETS_NEVER:
    return "loops";
  case WEFT_PACKETS_WHERE_QUICKER:
    return "auto";
  case WEFT_PACKETS_WHERE_POSSIBLE:
    return "packets";
  }
  return "unknown";
}

} // namespace

std::string dumpFolderName(const KernelPipelineOptions &options) {
  std::string name = options.kernelName.substr(0, longestKernelName);
  // OpenCL C allows letters of other alphabets, and a binary may have any name.
  for (char &letter : name)
    if (!isAlnum(letter))
      letter = '_';
  raw_string_ostream out(name);
  out << '-' << executorWord(options);
  const auto &[x, y, z] = options.localSize;
  if (x != 0)
    out << '-' << x << 'x' << y << 'x' << z;
  if (options.wideIndices)
    out << "-wide";
  for (const auto &[argument, value] : options.argumentConstants)
    out << "-arg" << argument << '=' << value;
  return name.substr(0, longestName);
}

std::string makeDumpFolder(const KernelPipelineOptions &options) {
  if (options.dumpFolder.empty() || sys::fs::create_directories(options.dumpFolder))
    return {};
  SmallString<128> path(options.dumpFolder);
  sys::path::append(path, dumpFolderName(options));
  const std::string name(path);
  // Whoever makes a folder has it: another one's is never taken for it.
  for (unsigned number = 2;; ++number) {
    const std::error_code error = sys::fs::create_directory(path, /*IgnoreExisting=*/false);
    if (error && error != std::errc::file_exists)
      return {};
    if (!error)
      return std::string(path);
    path = name + "." + std::to_string(number);
  }
}

} // namespace weft::compiler
