// Reads the object file of a kernel for the linker: its sections, symbols and relocations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_KERNEL_OBJECT_H
#define WEFT_COMPILER_CODEGEN_KERNEL_OBJECT_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Error.h"

#include "codegen/SharedObjectLayout.h"

namespace weft::compiler {

/// The linker's error for an object that it can't or won't link: "The kernel can't be linked: <why>."
llvm::Error refuseToLink(const llvm::Twine &why);

/// A symbol of the object file. Symbols have the same indices as in the file.
struct KernelSymbol {
  std::string name;
  uint64_t value = 0; ///< its offset in its section
  uint64_t bytes = 0;
  uint8_t info = 0;       ///< binding and type as ELF has them
  bool isDefined = false; ///< false for a function of the system's libraries
  /// The index in KernelObject::sections; nothing for an absolute symbol, or a symbol whose section was dropped.
  std::optional<uint32_t> section;
  llvm::StringRef library; ///< for an undefined symbol: the library that defines it
  bool isExported = false; ///< the symbol is defined, and the loader can find it by name
  bool isSection() const { return (info & 0xf) == llvm::ELF::STT_SECTION; }
};

/// A location in a section to which the linker or the loader writes an address.
struct KernelRelocation {
  uint32_t section; ///< index in KernelObject::sections
  uint32_t type;    ///< R_X86_64_*
  uint64_t offset;
  uint32_t symbol; ///< index in KernelObject::symbols
  int64_t addend;
};

/// The parts of an object file that a shared object of one kernel needs; `read` drops all others. Reading fails if the
/// object has something that no kernel may have: writable data, constructors, thread-local variables, or functions of
/// unknown origin.
struct KernelObject {
  static llvm::Expected<KernelObject> read(llvm::StringRef bytes);

  std::vector<SharedObjectSection> sections;
  std::vector<std::string> contents; ///< the bytes of each section
  std::vector<KernelSymbol> symbols;
  std::vector<KernelRelocation> relocations;

private:
  using File = llvm::object::ELFFile<llvm::object::ELF64LE>;
  llvm::Error readSections(const File &file, std::vector<std::optional<uint32_t>> &places);
  llvm::Error readSymbols(const File &file, const std::vector<std::optional<uint32_t>> &places);
  llvm::Error readRelocations(const File &file, const std::vector<std::optional<uint32_t>> &places);
};

} // namespace weft::compiler

#endif
