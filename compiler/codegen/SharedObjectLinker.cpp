// An object file to a shared object, with lld in this process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/SharedObjectLinker.h"

#include <array>
#include <mutex>
#include <stdlib.h>

#include "lld/Common/Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

LLD_HAS_DRIVER(elf)

namespace weft::compiler {
namespace {

/// A folder of its own, in memory where the system has a place for that, gone with the object. lld wants paths, and
/// makes files of its own beside the output.
class ScratchFolder {
public:
  ScratchFolder() {
    llvm::SmallString<64> temporary;
    llvm::sys::path::system_temp_directory(true, temporary);
    for (llvm::StringRef parent : {llvm::StringRef("/dev/shm"), temporary.str()}) {
      std::string name = (parent + "/weft-link-XXXXXX").str();
      if (!mkdtemp(name.data()))
        continue;
      path_ = std::move(name);
      return;
    }
  }
  ~ScratchFolder() {
    if (isThere())
      llvm::sys::fs::remove_directories(path_);
  }
  ScratchFolder(const ScratchFolder &) = delete;
  ScratchFolder &operator=(const ScratchFolder &) = delete;

  bool isThere() const { return !path_.empty(); }
  std::string file(const char *name) const { return path_ + "/" + name; }

private:
  std::string path_;
};

bool writeFile(const std::string &path, llvm::StringRef bytes) {
  std::error_code failure;
  llvm::raw_fd_ostream stream(path, failure, llvm::sys::fs::OF_None);
  if (failure)
    return false;
  stream << bytes;
  stream.close();
  const bool written = !stream.has_error();
  stream.clear_error();
  return written;
}

/// Runs lld; its messages go to `messages`. Crashes in it are caught by lldMain itself, so the lock is always given
/// back; after one, lld says that it can't run again in this process.
bool runLld(const std::string &input, const std::string &output, std::string &messages) {
  static std::mutex mutex;
  static bool usable = true;
  const std::lock_guard lock(mutex);
  if (!usable) {
    messages = "lld failed before and can't run again in this process";
    return false;
  }
  const std::array<const char *, 16> arguments = {"ld.lld",
                                                  "-shared",
                                                  "-nostdlib",
                                                  "--threads=1",
                                                  "--no-mmap-output-file",
                                                  "--build-id=none",
                                                  "--hash-style=gnu",
                                                  "-znow",
                                                  "-znoseparate-code",
                                                  "-znognustack",
                                                  "--unresolved-symbols=ignore-all",
                                                  "--no-dynamic-linker",
                                                  "-O0",
                                                  "-o",
                                                  output.c_str(),
                                                  input.c_str()};
  llvm::raw_string_ostream stream(messages);
  const lld::DriverDef drivers[] = {{lld::Gnu, &lld::elf::link}};
  const lld::Result result = lld::lldMain(arguments, llvm::nulls(), stream, drivers);
  usable = result.canRunAgain;
  return result.retCode == 0;
}

/// What the loader would have to find elsewhere.
llvm::Error checkSelfContained(llvm::StringRef sharedObject) {
  constexpr std::array<llvm::StringRef, 5> fromC = {"memcpy", "memmove", "memset", "memcmp", "bcmp"};
  auto file = llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(sharedObject, "kernel"));
  if (!file)
    return file.takeError();
  std::string missing;
  for (const auto &symbol : llvm::cast<llvm::object::ELFObjectFileBase>(**file).getDynamicSymbolIterators()) {
    auto flags = symbol.getFlags();
    auto name = symbol.getName();
    if (!flags || !name)
      return llvm::joinErrors(flags.takeError(), name.takeError());
    if ((*flags & llvm::object::SymbolRef::SF_Undefined) && !name->empty() && !llvm::is_contained(fromC, *name))
      missing += (missing.empty() ? "" : ", ") + name->str();
  }
  if (missing.empty())
    return llvm::Error::success();
  return llvm::createStringError("The generated code needs functions that this CPU has no instructions for and no "
                                 "library is linked for: " +
                                 missing + ".");
}

} // namespace

llvm::Expected<std::string> linkSharedObject(llvm::StringRef object) {
  const ScratchFolder folder;
  const std::string input = folder.file("kernel.o"), output = folder.file("kernel.so");
  if (!folder.isThere() || !writeFile(input, object))
    return llvm::createStringError("There is no place to write temporary files to: neither /dev/shm nor the system's "
                                   "folder for them can be written.");
  std::string messages;
  if (!runLld(input, output, messages))
    return llvm::createStringError("The kernel can't be linked: " + messages);
  auto linked = llvm::MemoryBuffer::getFile(output);
  if (!linked)
    return llvm::createStringError("The linked kernel can't be read back: " + linked.getError().message() + ".");
  const std::string bytes = (*linked)->getBuffer().str();
  if (llvm::Error error = checkSelfContained(bytes))
    return std::move(error);
  return bytes;
}

} // namespace weft::compiler
