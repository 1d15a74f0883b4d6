// An object file to a shared object, with lld in this process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/SharedObjectLinker.h"

#include <mutex>
#include <stdlib.h>
#include <string>
#include <vector>

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
bool runLld(llvm::ArrayRef<std::string> special, std::string &messages) {
  static std::mutex mutex;
  static bool usable = true;
  const std::lock_guard lock(mutex);
  if (!usable) {
    messages = "lld failed before and can't run again in this process";
    return false;
  }
  llvm::SmallVector<const char *, 24> arguments = {"ld.lld",
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
                                                   "-O0"};
  for (const std::string &argument : special)
    arguments.push_back(argument.c_str());
  llvm::raw_string_ostream stream(messages);
  const lld::DriverDef drivers[] = {{lld::Gnu, &lld::elf::link}};
  const lld::Result result = lld::lldMain(arguments, llvm::nulls(), stream, drivers);
  usable = result.canRunAgain;
  return result.retCode == 0;
}

/// A library of the system and those of its functions that LLVM calls where a CPU lacks an instruction.
struct SystemLibrary {
  const char *name;
  std::vector<llvm::StringRef> functions;
};

llvm::ArrayRef<SystemLibrary> systemLibraries() {
  static const std::vector<SystemLibrary> libraries = {
      // Every process has these; they need no library to be named.
      {"", {"memcpy", "memmove", "memset", "memcmp", "bcmp"}},
      // Without FMA or SSE 4.1.
      {"libm.so.6",
       {"fma", "fmaf", "floor", "floorf", "ceil", "ceilf", "trunc", "truncf", "rint", "rintf", "nearbyint",
        "nearbyintf", "round", "roundf", "roundeven", "roundevenf"}},
      // Without F16C.
      {"libgcc_s.so.1", {"__extendhfsf2", "__truncsfhf2", "__truncdfhf2"}},
  };
  return libraries;
}

/// The system's libraries that a linked kernel calls; fails for a function that none of them is known to have.
llvm::Expected<std::vector<std::string>> librariesNeeded(llvm::StringRef sharedObject) {
  auto file = llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(sharedObject, "kernel"));
  if (!file)
    return file.takeError();
  std::vector<std::string> needed;
  std::string missing;
  for (const auto &symbol : llvm::cast<llvm::object::ELFObjectFileBase>(**file).getDynamicSymbolIterators()) {
    auto flags = symbol.getFlags();
    auto name = symbol.getName();
    if (!flags || !name)
      return llvm::joinErrors(flags.takeError(), name.takeError());
    if (!(*flags & llvm::object::SymbolRef::SF_Undefined) || name->empty())
      continue;
    const auto *library = llvm::find_if(systemLibraries(), [&](const SystemLibrary &candidate) {
      return llvm::is_contained(candidate.functions, *name);
    });
    if (library == systemLibraries().end())
      missing += (missing.empty() ? "" : ", ") + name->str();
    else if (*library->name && !llvm::is_contained(needed, library->name))
      needed.push_back(library->name);
  }
  if (!missing.empty())
    return llvm::createStringError("The generated code calls functions that no library is linked for: " + missing +
                                   ".");
  return needed;
}

llvm::Expected<std::string> readLinked(const std::string &path) {
  auto linked = llvm::MemoryBuffer::getFile(path);
  if (!linked)
    return llvm::createStringError("The linked kernel can't be read back: " + linked.getError().message() + ".");
  return (*linked)->getBuffer().str();
}

/// Links again so that the loader looks into the given libraries. They need not be on this machine while linking: an
/// object of the same name stands in for each, as the name is all that lld takes from it.
bool linkAgainst(llvm::ArrayRef<std::string> libraries, const ScratchFolder &folder, const std::string &input,
                 const std::string &output, std::string &messages) {
  std::vector<std::string> arguments = {"-o", output, input};
  for (const std::string &library : libraries) {
    const std::string standIn = folder.file(library.c_str());
    if (!runLld({"-soname=" + library, "-o", standIn, input}, messages))
      return false;
    arguments.push_back(standIn);
  }
  return runLld(arguments, messages);
}

} // namespace

llvm::Expected<std::string> linkSharedObject(llvm::StringRef object) {
  const ScratchFolder folder;
  const std::string input = folder.file("kernel.o"), output = folder.file("kernel.so");
  if (!folder.isThere() || !writeFile(input, object))
    return llvm::createStringError("There is no place to write temporary files to: neither /dev/shm nor the system's "
                                   "folder for them can be written.");
  std::string messages;
  if (!runLld({"-o", output, input}, messages))
    return llvm::createStringError("The kernel can't be linked: " + messages);
  auto linked = readLinked(output);
  if (!linked)
    return linked;
  auto libraries = librariesNeeded(*linked);
  if (!libraries)
    return libraries.takeError();
  if (libraries->empty())
    return linked;
  if (!linkAgainst(*libraries, folder, input, output, messages))
    return llvm::createStringError("The kernel can't be linked: " + messages);
  return readLinked(output);
}

} // namespace weft::compiler
