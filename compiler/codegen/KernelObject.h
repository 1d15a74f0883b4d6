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

/// The linker's answer to what it can't or won't link: "The kernel can't be linked: <why>."
llvm::Error refuseToLink(const llvm::Twine &why);

/// A symbol of the object, in the object's numbering.
struct KernelSymbol {
  std::string name;
  uint64_t value = 0; ///< place in its section
  uint64_t bytes = 0;
  uint8_t info = 0;                ///< binding and type as ELF has them
  bool isDefined = false;          ///< else one of the system's functions
  std::optional<uint32_t> section; ///< of KernelObject::sections; none for an absolute one or one that was dropped
  llvm::StringRef library;         ///< of an undefined one: who has it
  bool isExported = false;         ///< defined, and for the loader to see
  bool isSection() const { return (info & 0xf) == llvm::ELF::STT_SECTION; }
};

/// A place of a section that an address is to be written to.
struct KernelRelocation {
  uint32_t section; ///< of KernelObject::sections
  uint32_t type;    ///< R_X86_64_*
  uint64_t offset;
  uint32_t symbol; ///< of KernelObject::symbols
  int64_t addend;
};

/// What is left of an object file once everything is dropped that a shared object of one kernel has no use for. Fails
/// where the object has what no kernel may have: data that can be written to, constructors, thread-local variables,
/// functions of nobody knows where.
struct KernelObject {
  static llvm::Expected<KernelObject> read(llvm::StringRef bytes);

  std::vector<SharedObjectSection> sections;
  std::vector<std::string> contents; ///< of each section
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
