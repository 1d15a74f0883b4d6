// weft-import-builtins: creates an archive of builtins from bitcode, at build time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include "builtins/archive/AddressSpaces.h"
#include "builtins/archive/BuiltinArchive.h"
#include "builtins/archive/LoweredFunctions.h"
#include "builtins/archive/MangledName.h"
#include "builtins/import/FlatModule.h"
#include "builtins/import/ModuleSplitter.h"
#include "builtins/import/TableIndices.h"
#include "kernel/ImageTypes.h"

namespace weft::compiler {
namespace {

llvm::cl::list<std::string> inputs(llvm::cl::Positional, llvm::cl::desc("<bitcode>..."), llvm::cl::OneOrMore);
llvm::cl::opt<std::string> output("o", llvm::cl::desc("The archive to write"), llvm::cl::Required);
llvm::cl::opt<bool> flat("flat", llvm::cl::desc("Put all pointers into address space 0, drop triple and data layout"));

/// libclc's functions that query ids or wait at barriers. They are skipped, because Weft has its own versions of them
/// in the archive of early builtins, which linkOpenCl links.
constexpr std::array<llvm::StringRef, 4> earlyBuiltins = {"async_work_group_copy", "async_work_group_strided_copy",
                                                          "wait_group_events", "prefetch"};

/// Converts NVPTX's address space numbers (1 global, 3 local, 4 constant, 0 both private and generic) to spir64's
/// numbers.
unsigned fromNvptx(unsigned number, unsigned zeroMeans) {
  switch (number) {
  case 0:
    return zeroMeans;
  case 4:
    return spirConstant;
  default:
    return number;
  }
}

/// Renames functions compiled for NVPTX to their mangled names for spir64. If a pointer may be private or generic,
/// the function gets the private name, and the generic name is returned as an alias for it.
std::map<std::string, std::string> renameToSpir(llvm::Module &module) {
  std::map<std::string, std::string> aliases;
  for (llvm::Function &function : module) {
    const auto named = [&](unsigned zeroMeans) {
      return renumberAddressSpaces(function.getName(), [&](unsigned number) { return fromNvptx(number, zeroMeans); });
    };
    const auto privateName = named(spirPrivate);
    const auto genericName = named(spirGeneric);
    if (!privateName || function.isIntrinsic())
      continue;
    if (*genericName != *privateName)
      aliases[*genericName] = *privateName;
    function.setName(*privateName);
  }
  return aliases;
}

class Importer {
public:
  explicit Importer(llvm::LLVMContext &context) : context_(context) {}

  /// Adds a module to the archive. Functions of later modules override functions of earlier ones.
  llvm::Error add(const std::string &path, unsigned number) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return llvm::createFileError(path, buffer.getError());
    auto parsed = llvm::parseBitcodeFile((*buffer)->getMemBufferRef(), context_);
    if (!parsed)
      return parsed.takeError();
    std::unique_ptr<llvm::Module> module = std::move(*parsed);
    const bool nvptx = module->getTargetTriple().isNVPTX();
    eraseLoweredElsewhere(*module);
    std::map<std::string, std::string> aliases;
    if (nvptx)
      aliases = renameToSpir(*module);
    llvm::StripDebugInfo(*module);
    lowerImageTypes(*module);
    dropTargetTraits(*module, /*keepConvergent=*/!flat);
    if (nvptx)
      saturateTableIndices(*module);
    while (!module->named_metadata_empty())
      module->eraseNamedMetadata(&*module->named_metadata_begin());
    if (flat) {
      auto flattened = flattenAddressSpaces(*module);
      if (!flattened)
        return flattened.takeError();
      module = std::move(*flattened);
    }
    std::string problems;
    llvm::raw_string_ostream stream(problems);
    if (llvm::verifyModule(*module, &stream))
      return llvm::createStringError(path + ": " + problems);
    collect(*module, aliases, "weft.helper." + std::to_string(number) + ".");
    return llvm::Error::success();
  }

  std::string archive() const { return writeBuiltinArchive(contents_); }

private:
  static void eraseLoweredElsewhere(llvm::Module &module) {
    for (llvm::Function &function : module) {
      const llvm::StringRef base = functionBaseName(function.getName());
      if (!function.isDeclaration() && (isLoweredByPasses(base) || (flat && llvm::is_contained(earlyBuiltins, base))))
        function.deleteBody();
    }
  }

  void collect(llvm::Module &module, const std::map<std::string, std::string> &aliases, llvm::StringRef prefix) {
    std::map<std::string, uint32_t> homes;
    for (auto &[name, part] : splitModule(module, prefix)) {
      const auto member = static_cast<uint32_t>(contents_.members.size());
      contents_.members.push_back(std::move(part.bitcode));
      for (const llvm::GlobalObject *definition : part.definitions) {
        const std::string symbol = definition->getName().str();
        homes[symbol] = member;
        contents_.entries.push_back({symbol, symbol, member});
      }
    }
    for (const auto &[alias, symbol] : aliases)
      if (auto home = homes.find(symbol); home != homes.end())
        contents_.entries.push_back({alias, symbol, home->second});
  }

  llvm::LLVMContext &context_;
  BuiltinArchiveContents contents_;
};

llvm::Error importAll() {
  llvm::LLVMContext context;
  Importer importer(context);
  for (unsigned number = 0; number < inputs.size(); ++number)
    if (llvm::Error error = importer.add(inputs[number], number))
      return error;
  std::error_code failure;
  llvm::raw_fd_ostream file(output, failure, llvm::sys::fs::OF_None);
  if (failure)
    return llvm::createFileError(output, failure);
  file << importer.archive();
  file.close();
  return file.has_error() ? llvm::createFileError(output, file.error()) : llvm::Error::success();
}

} // namespace
} // namespace weft::compiler

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv, "Makes an archive of OpenCL builtins from bitcode.\n");
  if (llvm::Error error = weft::compiler::importAll()) {
    llvm::logAllUnhandledErrors(std::move(error), llvm::errs(), "weft-import-builtins: ");
    return 1;
  }
  return 0;
}
