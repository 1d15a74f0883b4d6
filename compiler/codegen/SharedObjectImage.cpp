// Builds the bytes of a shared object: its sections and the tables that the loader and debuggers use.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/SharedObjectImage.h"

#include <bit>
#include <cstring>
#include <utility>

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

namespace weft::compiler {
namespace {

namespace elf = llvm::ELF;
namespace endian = llvm::support::endian;

static_assert(std::endian::native == std::endian::little, "tables are written as the host has numbers");

/// The program headers of the loadable segments, of the dynamic section, of the part that becomes read-only after
/// loading, and of the stack.
constexpr unsigned programHeaders = loadableSegments + 3;
constexpr uint64_t headerBytes = sizeof(elf::Elf64_Ehdr) + programHeaders * sizeof(elf::Elf64_Phdr);
constexpr uint64_t slotBytes = 8;
constexpr uint64_t stubBytes = 8;

/// Returns the hash of a symbol's name (gABI, chapter 5, "Hash Table").
uint32_t hashOf(llvm::StringRef name) {
  uint32_t hash = 0;
  for (const char letter : name) {
    hash = (hash << 4) + static_cast<unsigned char>(letter);
    const uint32_t high = hash & 0xf0000000;
    hash = (hash ^ high >> 24) & ~high;
  }
  return hash;
}

/// Appends `name` to a string table and returns its offset in the table.
uint32_t addName(std::string &table, llvm::StringRef name) {
  const auto at = static_cast<uint32_t>(table.size());
  table += name;
  table += '\0';
  return at;
}

} // namespace

SharedObjectImage::SharedObjectImage(std::vector<SharedObjectSection> sections, std::vector<std::string> contents,
                                     const std::vector<KernelSymbol> &symbols, Needs needs)
    : symbols_(symbols), needs_(needs), sections_(std::move(sections)), contents_(std::move(contents)) {
  for (const auto &[number, symbol] : llvm::enumerate(needs_.slots))
    slotIndices_[symbol] = static_cast<uint32_t>(number);
  for (const auto &[number, symbol] : llvm::enumerate(needs_.stubs))
    stubIndices_[symbol] = static_cast<uint32_t>(number);
  chooseDynamicSymbols();
  fillSymbols();
  addTables();
  sortBySegments();
  const SharedObjectLayout layout(headerBytes, sections_);
  fillTables(layout);
}

void SharedObjectImage::chooseDynamicSymbols() {
  llvm::SmallVector<llvm::StringRef, 2> libraries;
  const auto choose = [&](uint32_t symbol) {
    if (!dynamicIndices_.try_emplace(symbol, static_cast<uint32_t>(dynamicSymbols_.size()) + 1).second)
      return;
    dynamicSymbols_.push_back(symbol);
    dynamicNameAt_.push_back(addName(dynamicNames_, symbols_[symbol].name));
    const llvm::StringRef library = symbols_[symbol].library;
    if (!library.empty() && !llvm::is_contained(libraries, library)) {
      libraries.push_back(library);
      neededAt_.push_back(addName(dynamicNames_, library));
    }
  };
  for (uint32_t symbol = 0; symbol < symbols_.size(); ++symbol)
    if (symbols_[symbol].isExported)
      choose(symbol);
  for (const uint32_t symbol : needs_.slots)
    if (!symbols_[symbol].isDefined)
      choose(symbol);
  for (const KernelRelocation &pointer : needs_.pointers)
    if (!symbols_[pointer.symbol].isDefined)
      choose(pointer.symbol);
}

size_t SharedObjectImage::addTable(const char *name, Segment segment, uint32_t type, uint64_t flags, uint64_t bytes,
                                   uint64_t entryBytes) {
  sections_.push_back({.name = name,
                       .segment = segment,
                       .type = type,
                       .flags = flags,
                       .size = bytes,
                       .alignment = 8,
                       .entrySize = entryBytes});
  contents_.emplace_back(bytes, '\0');
  return sections_.size() - 1;
}

void SharedObjectImage::addTables() {
  const uint64_t dynamics = dynamicSymbols_.size() + 1;
  dynsym_ = addTable(".dynsym", Segment::readOnly, elf::SHT_DYNSYM, elf::SHF_ALLOC, dynamics * sizeof(Symbol),
                     sizeof(Symbol));
  hash_ = addTable(".hash", Segment::readOnly, elf::SHT_HASH, elf::SHF_ALLOC, (2 + 2 * dynamics) * sizeof(uint32_t),
                   sizeof(uint32_t));
  dynstr_ = addTable(".dynstr", Segment::readOnly, elf::SHT_STRTAB, elf::SHF_ALLOC, dynamicNames_.size());
  rela_ = addTable(".rela.dyn", Segment::readOnly, elf::SHT_RELA, elf::SHF_ALLOC,
                   (needs_.slots.size() + needs_.pointers.size()) * sizeof(elf::Elf64_Rela), sizeof(elf::Elf64_Rela));
  stub_ = addTable(".plt", Segment::code, elf::SHT_PROGBITS, elf::SHF_ALLOC | elf::SHF_EXECINSTR,
                   needs_.stubs.size() * stubBytes, stubBytes);
  slot_ = addTable(".got", Segment::relocated, elf::SHT_PROGBITS, elf::SHF_ALLOC | elf::SHF_WRITE,
                   needs_.slots.size() * slotBytes, slotBytes);
  constexpr uint64_t mostDynamicEntries = 12; // the entries that fillDynamicSection adds, with the empty last entry
  dynamic_ = addTable(".dynamic", Segment::relocated, elf::SHT_DYNAMIC, elf::SHF_ALLOC | elf::SHF_WRITE,
                      (neededAt_.size() + mostDynamicEntries) * sizeof(elf::Elf64_Dyn), sizeof(elf::Elf64_Dyn));
  symtab_ =
      addTable(".symtab", Segment::unloaded, elf::SHT_SYMTAB, 0, symbolTable_.size() * sizeof(Symbol), sizeof(Symbol));
  strtab_ = addTable(".strtab", Segment::unloaded, elf::SHT_STRTAB, 0, symbolNames_.size());
  shstrtab_ = addTable(".shstrtab", Segment::unloaded, elf::SHT_STRTAB, 0, 0);
  uint64_t names = sectionNames_.size();
  for (const SharedObjectSection &section : sections_)
    names += section.name.size() + 1;
  sections_.back().size = names;
}

void SharedObjectImage::sortBySegments() {
  std::vector<size_t> order(sections_.size());
  for (size_t number = 0; number < order.size(); ++number)
    order[number] = number;
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::pair(sections_[a].segment, a) < std::pair(sections_[b].segment, b);
  });
  std::vector<SharedObjectSection> sections;
  std::vector<std::string> contents;
  positions_.resize(order.size());
  for (const auto &[position, number] : llvm::enumerate(order)) {
    positions_[number] = position;
    sections.push_back(std::move(sections_[number]));
    contents.push_back(std::move(contents_[number]));
  }
  sections_ = std::move(sections);
  contents_ = std::move(contents);
}

uint64_t SharedObjectImage::address(const KernelSymbol &symbol) const {
  return address(*symbol.section) + symbol.value;
}
uint64_t SharedObjectImage::slotAddress(uint32_t symbol) const {
  return sections_[positions_[slot_]].address + slotIndices_.lookup(symbol) * slotBytes;
}
uint64_t SharedObjectImage::stubAddress(uint32_t symbol) const {
  return sections_[positions_[stub_]].address + stubIndices_.lookup(symbol) * stubBytes;
}

void SharedObjectImage::fillTables(const SharedObjectLayout &layout) {
  fillDynamicSymbols();
  fillDynamicRelocations();
  fillSlotsAndStubs();
  fillDynamicSection();
  for (Symbol &symbol : symbolTable_)
    if (symbol.st_shndx != elf::SHN_UNDEF && symbol.st_shndx < elf::SHN_LORESERVE) {
      // fillSymbols has set st_shndx to the section's index in the object plus 1. Now it becomes the index of the
      // section's header.
      const size_t section = symbol.st_shndx - 1;
      symbol.st_shndx = headerIndex(section);
      symbol.st_value += sections_[positions_[section]].address;
    }
  std::memcpy(entries<Symbol>(symtab_), symbolTable_.data(), symbolTable_.size() * sizeof(Symbol));
  contents_[positions_[strtab_]] = symbolNames_;
  contents_[positions_[dynstr_]] = dynamicNames_;
  fillSectionNames();
  writeHeaders(layout);
}

SharedObjectImage::Symbol SharedObjectImage::entryFor(const KernelSymbol &symbol, uint32_t name) const {
  Symbol entry{};
  entry.st_name = name;
  entry.st_info = symbol.info;
  entry.st_size = symbol.bytes;
  entry.st_value = symbol.value;
  return entry;
}

void SharedObjectImage::fillSymbols() {
  symbolTable_.push_back({});
  localSymbols_ = 1;
  for (const KernelSymbol &symbol : symbols_) {
    const bool isFile = (symbol.info & 0xf) == elf::STT_FILE;
    if (symbol.isSection() || (!symbol.section && !isFile) || symbol.name.empty())
      continue;
    Symbol entry = entryFor(symbol, addName(symbolNames_, symbol.name));
    entry.st_shndx = isFile ? uint16_t(elf::SHN_ABS) : static_cast<uint16_t>(*symbol.section + 1);
    localSymbols_ += entry.getBinding() == elf::STB_LOCAL;
    symbolTable_.push_back(entry);
  }
}

void SharedObjectImage::fillDynamicSymbols() {
  auto *out = entries<Symbol>(dynsym_) + 1;
  auto *hash = entries<uint32_t>(hash_);
  const auto count = static_cast<uint32_t>(dynamicSymbols_.size()) + 1;
  hash[0] = count; // buckets
  hash[1] = count;
  uint32_t *const buckets = hash + 2, *const chain = buckets + count;
  for (const auto &[number, index] : llvm::enumerate(dynamicSymbols_)) {
    const KernelSymbol &symbol = symbols_[index];
    out[number] = entryFor(symbol, dynamicNameAt_[number]);
    if (symbol.isDefined) {
      out[number].st_shndx = headerIndex(*symbol.section);
      out[number].st_value = address(symbol);
    }
    uint32_t &bucket = buckets[hashOf(symbol.name) % count];
    chain[number + 1] = bucket;
    bucket = static_cast<uint32_t>(number) + 1;
  }
}

void SharedObjectImage::fillDynamicRelocations() {
  auto *out = entries<elf::Elf64_Rela>(rela_);
  const auto add = [&](uint64_t place, uint32_t symbol, uint32_t typeOfUndefined, uint64_t addend) {
    out->r_offset = place;
    if (symbols_[symbol].isDefined) {
      out->setSymbolAndType(0, elf::R_X86_64_RELATIVE);
      out->r_addend = static_cast<int64_t>(address(symbols_[symbol]) + addend);
    } else {
      out->setSymbolAndType(dynamicIndex(symbol), typeOfUndefined);
      out->r_addend = static_cast<int64_t>(addend);
    }
    ++out;
  };
  for (const uint32_t symbol : needs_.slots)
    add(slotAddress(symbol), symbol, elf::R_X86_64_GLOB_DAT, 0);
  for (const KernelRelocation &pointer : needs_.pointers)
    add(address(pointer.section) + pointer.offset, pointer.symbol, elf::R_X86_64_64,
        static_cast<uint64_t>(pointer.addend));
}

void SharedObjectImage::fillSlotsAndStubs() {
  for (const uint32_t symbol : needs_.slots)
    if (symbols_[symbol].isDefined)
      entries<uint64_t>(slot_)[slotIndices_.lookup(symbol)] = address(symbols_[symbol]);
  for (const uint32_t symbol : needs_.stubs) {
    // jmp *slot(%rip); int3; int3
    char *stub = entries<char>(stub_) + stubIndices_.lookup(symbol) * stubBytes;
    std::memcpy(stub, "\xff\x25\0\0\0\0\xcc\xcc", stubBytes);
    endian::write32le(stub + 2, static_cast<uint32_t>(slotAddress(symbol) - (stubAddress(symbol) + 6)));
  }
}

void SharedObjectImage::fillDynamicSection() {
  auto *out = entries<elf::Elf64_Dyn>(dynamic_);
  const auto add = [&](int64_t tag, uint64_t value) {
    out->d_tag = tag;
    out->d_un.d_val = value;
    ++out;
  };
  for (const uint32_t library : neededAt_)
    add(elf::DT_NEEDED, library);
  add(elf::DT_HASH, section(hash_).address);
  add(elf::DT_STRTAB, section(dynstr_).address);
  add(elf::DT_STRSZ, section(dynstr_).size);
  add(elf::DT_SYMTAB, section(dynsym_).address);
  add(elf::DT_SYMENT, sizeof(Symbol));
  if (section(rela_).size != 0) {
    add(elf::DT_RELA, section(rela_).address);
    add(elf::DT_RELASZ, section(rela_).size);
    add(elf::DT_RELAENT, sizeof(elf::Elf64_Rela));
  }
  add(elf::DT_FLAGS, elf::DF_BIND_NOW);
  add(elf::DT_FLAGS_1, elf::DF_1_NOW);
}

void SharedObjectImage::fillSectionNames() {
  for (SharedObjectSection &section : sections_)
    section.nameAt = addName(sectionNames_, section.name);
  contents_[positions_[shstrtab_]] = sectionNames_;
  const uint32_t strings = headerIndex(dynstr_), symbols = headerIndex(dynsym_);
  section(dynsym_).link = strings;
  section(dynsym_).info = 1; // only the empty first symbol is local
  section(hash_).link = symbols;
  section(rela_).link = symbols;
  section(dynamic_).link = strings;
  section(symtab_).link = headerIndex(strtab_);
  section(symtab_).info = localSymbols_; // by the gABI local symbols come first, as in the object
}

void SharedObjectImage::writeHeaders(const SharedObjectLayout &layout) {
  sectionHeadersAt_ = llvm::alignTo(layout.fileBytes(), 8);
  elf::Elf64_Ehdr header{};
  std::memcpy(header.e_ident, elf::ElfMagic, 4);
  header.e_ident[elf::EI_CLASS] = elf::ELFCLASS64;
  header.e_ident[elf::EI_DATA] = elf::ELFDATA2LSB;
  header.e_ident[elf::EI_VERSION] = elf::EV_CURRENT;
  header.e_type = elf::ET_DYN;
  header.e_machine = elf::EM_X86_64;
  header.e_version = elf::EV_CURRENT;
  header.e_phoff = sizeof header;
  header.e_shoff = sectionHeadersAt_;
  header.e_ehsize = sizeof header;
  header.e_phentsize = sizeof(elf::Elf64_Phdr);
  header.e_phnum = programHeaders;
  header.e_shentsize = sizeof(elf::Elf64_Shdr);
  header.e_shnum = static_cast<uint16_t>(sections_.size() + 1);
  header.e_shstrndx = headerIndex(shstrtab_);
  headers_.append(reinterpret_cast<const char *>(&header), sizeof header);

  const auto add = [&](uint32_t type, uint32_t flags, const SharedObjectLayout::Extent &extent, uint64_t memoryBytes,
                       uint64_t alignment) {
    elf::Elf64_Phdr out{};
    out.p_type = type;
    out.p_flags = flags;
    out.p_offset = extent.offset;
    out.p_vaddr = out.p_paddr = extent.address;
    out.p_filesz = extent.bytes;
    out.p_memsz = memoryBytes;
    out.p_align = alignment;
    headers_.append(reinterpret_cast<const char *>(&out), sizeof out);
  };
  const auto &readOnly = layout.extent(Segment::readOnly), &code = layout.extent(Segment::code),
             &relocated = layout.extent(Segment::relocated);
  // The loader protects whole pages, so the part that becomes read-only is extended to the end of its last page.
  const uint64_t relocatedBytes =
      llvm::alignTo(relocated.address + relocated.bytes, layout.pageBytes()) - relocated.address;
  add(elf::PT_LOAD, elf::PF_R, readOnly, readOnly.bytes, layout.pageBytes());
  add(elf::PT_LOAD, elf::PF_R | elf::PF_X, code, code.bytes, layout.pageBytes());
  add(elf::PT_LOAD, elf::PF_R | elf::PF_W, relocated, relocatedBytes, layout.pageBytes());
  const SharedObjectSection &dynamic = section(dynamic_);
  add(elf::PT_DYNAMIC, elf::PF_R | elf::PF_W, {dynamic.offset, dynamic.address, dynamic.size}, dynamic.size, 8);
  add(elf::PT_GNU_RELRO, elf::PF_R, relocated, relocatedBytes, 1);
  add(elf::PT_GNU_STACK, elf::PF_R | elf::PF_W, {}, 0, 16);
}

std::string SharedObjectImage::take() && {
  std::string file(sectionHeadersAt_, '\0');
  std::memcpy(file.data(), headers_.data(), headers_.size());
  file.append(sizeof(elf::Elf64_Shdr), '\0'); // the first section header is empty
  for (const auto &[section, content] : llvm::zip(sections_, contents_)) {
    std::memcpy(file.data() + section.offset, content.data(), content.size());
    elf::Elf64_Shdr header{};
    header.sh_name = section.nameAt;
    header.sh_type = section.type;
    header.sh_flags = section.flags;
    header.sh_addr = section.address;
    header.sh_offset = section.offset;
    header.sh_size = section.size;
    header.sh_link = section.link;
    header.sh_info = section.info;
    header.sh_addralign = section.alignment;
    header.sh_entsize = section.entrySize;
    file.append(reinterpret_cast<const char *>(&header), sizeof header);
  }
  return file;
}

} // namespace weft::compiler
