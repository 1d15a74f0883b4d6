// The object file of a kernel as the linker reads it: sections, symbols, relocations.
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

/// A symbol of the object, in the object's numbering.
struct KernelSymbol {
  std::string name;
  uint64_t value = 0; ///< its offset in its section
  uint64_t bytes = 0;
  uint8_t info = 0;       ///< binding and type as ELF has them
  bool isDefined = false; ///< false: one of the system's functions
  /// Index in KernelObject::sections; none for an absolute symbol or one whose section was dropped.
  std::optional<uint32_t> section;
  llvm::StringRef library; ///< of an undefined symbol: the library that has it
  bool isExported = false; ///< the symbol is defined, and the loader is to see it
  bool isSection() const { return (info & 0xf) == llvm::ELF::STT_SECTION; }
};

/// A location in a section that an address is to be written to.
struct KernelRelocation {
  uint32_t section; ///< index in KernelObject::sections
  uint32_t type;    ///< R_X86_64_*
  uint64_t offset;
  uint32_t symbol; ///< index in KernelObject::symbols
  int64_t addend;
};

/// The parts of an object file that a shared object of one kernel needs; all others are dropped. Reading fails where
/// the object has something that no kernel may have: writable data, constructors, thread-local variables, or functions
/// of unknown origin.
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
