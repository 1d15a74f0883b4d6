// Builds the bytes of a shared object: its sections and the tables that the loader and debuggers use.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_SHARED_OBJECT_IMAGE_H
#define WEFT_COMPILER_CODEGEN_SHARED_OBJECT_IMAGE_H

#include <optional>
#include <string>
#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/BinaryFormat/ELF.h"

#include "codegen/KernelObject.h"
#include "codegen/SharedObjectLayout.h"

namespace weft::compiler {

/// Lays out an object's sections together with the tables. The constructor creates all tables. The linker then writes
/// addresses into the sections, and takes the finished file.
class SharedObjectImage {
public:
  /// The table entries that relocations need. A symbol is given by its index in the object.
  struct Needs {
    llvm::ArrayRef<uint32_t> slots;            ///< the symbols with an entry in the table of addresses (.got)
    llvm::ArrayRef<uint32_t> stubs;            ///< those of `slots` that are called through a stub (.plt)
    llvm::ArrayRef<KernelRelocation> pointers; ///< the locations of addresses that the loader completes
  };

  /// `symbols` and the arrays of `needs` must outlive the image.
  SharedObjectImage(std::vector<SharedObjectSection> sections, std::vector<std::string> contents,
                    const std::vector<KernelSymbol> &symbols, Needs needs);

  /// Return the first byte of a section, which is given by its index in the object, and the section's address (0 if
  /// no process maps it).
  char *location(uint32_t section) { return contents_[positions_[section]].data(); }
  uint64_t address(uint32_t section) const { return sections_[positions_[section]].address; }
  /// Returns the address of a symbol that is defined in a section.
  uint64_t address(const KernelSymbol &symbol) const;
  uint64_t slotAddress(uint32_t symbol) const;
  uint64_t stubAddress(uint32_t symbol) const;

  /// Returns the whole file.
  std::string take() &&;

private:
  using Symbol = llvm::ELF::Elf64_Sym;

  void chooseDynamicSymbols();
  /// Adds a table of `bytes` bytes, which are zero at first, and returns the table's index.
  size_t addTable(const char *name, Segment segment, uint32_t type, uint64_t flags, uint64_t bytes,
                  uint64_t entryBytes = 0);
  void addTables();
  void sortBySegments();
  void fillTables(const SharedObjectLayout &layout);
  void fillDynamicSymbols();
  void fillDynamicRelocations();
  void fillSlotsAndStubs();
  void fillDynamicSection();
  void fillSymbols();
  void fillSectionNames();
  void writeHeaders(const SharedObjectLayout &layout);

  SharedObjectSection &section(size_t table) { return sections_[positions_[table]]; }
  template <typename Entry> Entry *entries(size_t table) {
    return reinterpret_cast<Entry *>(contents_[positions_[table]].data());
  }
  /// Returns the index in the section header table of a section of the object or of a table, given by its index in
  /// positions_.
  uint16_t headerIndex(size_t section) const { return static_cast<uint16_t>(positions_[section] + 1); }
  uint32_t dynamicIndex(uint32_t symbol) const { return dynamicIndices_.lookup(symbol); }
  Symbol entryFor(const KernelSymbol &symbol, uint32_t name) const;

  const std::vector<KernelSymbol> &symbols_;
  const Needs needs_;
  std::vector<SharedObjectSection> sections_; ///< once sorted, in the order of the file
  std::vector<std::string> contents_;
  std::vector<size_t> positions_; ///< the positions in sections_ of the object's sections, then of the tables

  std::vector<uint32_t> dynamicSymbols_;              ///< the symbols of .dynsym, without the empty first symbol
  llvm::DenseMap<uint32_t, uint32_t> dynamicIndices_; ///< the indices of these symbols in .dynsym
  llvm::DenseMap<uint32_t, uint32_t> slotIndices_, stubIndices_;
  std::string dynamicNames_{'\0'};      ///< .dynstr
  std::vector<uint32_t> dynamicNameAt_; ///< offsets in .dynstr of the names of dynamicSymbols_
  std::vector<uint32_t> neededAt_;      ///< offsets in .dynstr of the libraries that are needed
  std::string symbolNames_{'\0'};       ///< .strtab
  std::string sectionNames_{'\0'};      ///< .shstrtab
  std::vector<Symbol> symbolTable_;     ///< .symtab; the sections' header indices are filled in last
  uint32_t localSymbols_ = 0;           ///< the number of local symbols in .symtab, including the empty first one
  /// The indices of the tables in positions_.
  size_t dynsym_ = 0, hash_ = 0, dynstr_ = 0, rela_ = 0, stub_ = 0, slot_ = 0, dynamic_ = 0, symtab_ = 0, strtab_ = 0,
         shstrtab_ = 0;
  std::string headers_; ///< ELF header and program headers
  uint64_t sectionHeadersAt_ = 0;
};

} // namespace weft::compiler

#endif
