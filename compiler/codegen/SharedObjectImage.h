// The bytes of a shared object: its sections and the tables that the loader and debuggers use.
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

/// Lays an object's sections out together with the tables. All tables exist after construction. The linker then writes
/// addresses into the sections, and takes the file.
class SharedObjectImage {
public:
  /// The entries that relocations need besides the sections. Symbols are named by their numbers in the object.
  struct Needs {
    llvm::ArrayRef<uint32_t> slots;            ///< symbols with an entry in the table of addresses (.got)
    llvm::ArrayRef<uint32_t> stubs;            ///< of these symbols, the ones called through a jump of their own (.plt)
    llvm::ArrayRef<KernelRelocation> pointers; ///< locations that hold an address, which the loader completes
  };

  /// `symbols` and what `needs` points to must outlive the image.
  SharedObjectImage(std::vector<SharedObjectSection> sections, std::vector<std::string> contents,
                    const std::vector<KernelSymbol> &symbols, Needs needs);

  /// The first byte of a section, by its number in the object, and its address (0 where no process maps it).
  char *location(uint32_t section) { return contents_[positions_[section]].data(); }
  uint64_t address(uint32_t section) const { return sections_[positions_[section]].address; }
  /// The address of a symbol that is defined in a section.
  uint64_t address(const KernelSymbol &symbol) const;
  uint64_t slotAddress(uint32_t symbol) const;
  uint64_t stubAddress(uint32_t symbol) const;

  /// Returns the whole file.
  std::string take() &&;

private:
  using Symbol = llvm::ELF::Elf64_Sym;

  void chooseDynamicSymbols();
  /// Adds a table of `bytes` bytes, which are zero until they are filled in.
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
  /// The index in the section header table of a section, by its number in the object, or of a table, by its own number.
  uint16_t headerIndex(size_t section) const { return static_cast<uint16_t>(positions_[section] + 1); }
  uint32_t dynamicIndex(uint32_t symbol) const { return dynamicIndices_.lookup(symbol); }
  Symbol entryFor(const KernelSymbol &symbol, uint32_t name) const;

  const std::vector<KernelSymbol> &symbols_;
  const Needs needs_;
  std::vector<SharedObjectSection> sections_; ///< in the order of the file, once they are sorted
  std::vector<std::string> contents_;
  std::vector<size_t> positions_; ///< the positions of the object's sections, then of the tables, in sections_

  std::vector<uint32_t> dynamicSymbols_;              ///< for the loader, without the empty first symbol
  llvm::DenseMap<uint32_t, uint32_t> dynamicIndices_; ///< their indices in .dynsym
  llvm::DenseMap<uint32_t, uint32_t> slotIndices_, stubIndices_;
  std::string dynamicNames_{'\0'};      ///< .dynstr
  std::vector<uint32_t> dynamicNameAt_; ///< offsets in .dynstr of the names of dynamicSymbols_
  std::vector<uint32_t> neededAt_;      ///< offsets in .dynstr of the libraries that are needed
  std::string symbolNames_{'\0'};       ///< .strtab
  std::string sectionNames_{'\0'};      ///< .shstrtab
  std::vector<Symbol> symbolTable_;     ///< .symtab; the section numbers are filled in last
  uint32_t localSymbols_ = 0;           ///< the number of local symbols in .symtab, including the empty first one
  /// The numbers of the tables in positions_.
  size_t dynsym_ = 0, hash_ = 0, dynstr_ = 0, rela_ = 0, stub_ = 0, slot_ = 0, dynamic_ = 0, symtab_ = 0, strtab_ = 0,
         shstrtab_ = 0;
  std::string headers_; ///< ELF header and program headers
  uint64_t sectionHeadersAt_ = 0;
};

} // namespace weft::compiler

#endif
