// Creates the folder for the IR of one compilation.
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

/// File systems allow names of 255 bytes, and makeDumpFolder may add a number.
constexpr size_t longestName = 200;
/// Leaves room for the words that follow the kernel's name.
constexpr size_t longestKernelName = 100;

} // namespace

std::string dumpFolderName(const CodeRequest &code) {
  std::string name = code.kernel.substr(0, longestKernelName);
  // A kernel's name may have letters of other alphabets, and in a program binary any characters, which a file's name
  // may not have.
  for (char &letter : name)
    if (!isAlnum(letter))
      letter = '_';
  raw_string_ostream out(name);
  const std::string schedule = code.schedule.text();
  out << (code.schedule.executor == ScheduleExecutor::automatic ? "-auto" : "");
  for (const StringRef word : split(schedule, ' '))
    out << (word.empty() ? "" : "-") << word;
  const auto &[x, y, z] = code.localSize;
  if (x != 0)
    out << '-' << x << 'x' << y << 'x' << z;
  if (code.indices == CodeIndices::index64)
    out << "-wide";
  if (code.buffers == CodeBuffers::any)
    out << "-any-buffers";
  for (const auto &[argument, value] : code.argumentConstants)
    out << "-arg" << argument << '=' << value;
  for (const std::string &stage : code.without)
    out << "-without-" << stage;
  return name.substr(0, longestName);
}

std::string makeDumpFolder(const KernelPipelineOptions &options) {
  if (options.dumpFolder.empty() || sys::fs::create_directories(options.dumpFolder))
    return {};
  SmallString<128> path(options.dumpFolder);
  sys::path::append(path, dumpFolderName(options.code));
  const std::string name(path);
  // Only the compilation that creates a folder uses it, so no two compilations share a folder.
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
