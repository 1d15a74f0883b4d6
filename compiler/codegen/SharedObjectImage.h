// The bytes of a shared object: its sections and the tables by which the loader and debuggers find their way.
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

/// Lays an object's sections out together with the tables, all of which are there after construction; the linker then
/// writes addresses into the sections, and takes the file.
class SharedObjectImage {
public:
  /// What relocations need besides the sections. Numbers are those of the object's symbols.
  struct Needs {
    llvm::ArrayRef<uint32_t> slots;            ///< symbols with an entry in the table of addresses (.got)
    llvm::ArrayRef<uint32_t> stubs;            ///< of these, the ones called through a jump of their own (.plt)
    llvm::ArrayRef<KernelRelocation> pointers; ///< places that hold an address, which the loader completes
  };

  /// `symbols` and what `needs` points to must outlive the image.
  SharedObjectImage(std::vector<SharedObjectSection> sections, std::vector<std::string> contents,
                    const std::vector<KernelSymbol> &symbols, Needs needs);

  /// Of a section by its number in the object: its first byte, and its address (0 where no process maps it).
  char *place(uint32_t section) { return contents_[positions_[section]].data(); }
  uint64_t address(uint32_t section) const { return sections_[positions_[section]].address; }
  /// Of a symbol defined in a section.
  uint64_t address(const KernelSymbol &symbol) const;
  uint64_t slotAddress(uint32_t symbol) const;
  uint64_t stubAddress(uint32_t symbol) const;

  /// The whole file.
  std::string take() &&;

private:
  using Symbol = llvm::ELF::Elf64_Sym;

  void chooseDynamicSymbols();
  /// Adds a table; its size is what `bytes` says, its contents are zero until they are filled in.
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
  /// Of a section's number in the object, or of a table's: what the section header table calls it.
  uint16_t headerIndex(size_t section) const { return static_cast<uint16_t>(positions_[section] + 1); }
  uint32_t dynamicNumber(uint32_t symbol) const { return dynamicNumbers_.lookup(symbol); }
  Symbol entryFor(const KernelSymbol &symbol, uint32_t name) const;

  const std::vector<KernelSymbol> &symbols_;
  const Needs needs_;
  std::vector<SharedObjectSection> sections_; ///< in the order of the file, once they are sorted
  std::vector<std::string> contents_;
  std::vector<size_t> positions_; ///< of the object's sections, then of the tables, among these

  std::vector<uint32_t> dynamicSymbols_;              ///< for the loader, without the empty first one
  llvm::DenseMap<uint32_t, uint32_t> dynamicNumbers_; ///< their places in .dynsym
  llvm::DenseMap<uint32_t, uint32_t> slotNumbers_, stubNumbers_;
  std::string dynamicNames_{'\0'};      ///< .dynstr
  std::vector<uint32_t> dynamicNameAt_; ///< in .dynstr, of dynamicSymbols_
  std::vector<uint32_t> neededAt_;      ///< in .dynstr, of the libraries needed
  std::string symbolNames_{'\0'};       ///< .strtab
  std::string sectionNames_{'\0'};      ///< .shstrtab
  std::vector<Symbol> symbolTable_;     ///< .symtab; the sections' numbers are filled in last
  uint32_t localSymbols_ = 0;           ///< in .symtab, the empty first one included
  /// The tables, by their numbers in positions_.
  size_t dynsym_ = 0, hash_ = 0, dynstr_ = 0, rela_ = 0, stub_ = 0, slot_ = 0, dynamic_ = 0, symtab_ = 0, strtab_ = 0,
         shstrtab_ = 0;
  std::string headers_; ///< ELF header and program headers
  uint64_t sectionHeadersAt_ = 0;
};

} // namespace weft::compiler

#endif
