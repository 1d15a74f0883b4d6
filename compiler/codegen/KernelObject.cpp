// Reads the object file of a kernel for the linker: its sections, symbols and relocations.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/KernelObject.h"

#include <bit>

#include "codegen/SystemFunctions.h"

namespace weft::compiler {
namespace {

namespace elf = llvm::ELF;
using Header = llvm::object::ELF64LE::Shdr;
using Symbol = llvm::object::ELF64LE::Sym;

/// The greatest alignment of a section that the linker accepts. Constants may need more than a page, but no kernel
/// needs more than a few pages.
constexpr uint64_t mostAlignment = uint64_t(1) << 20;

bool isForDebuggers(llvm::StringRef name) { return name.starts_with(".debug_"); }

/// Returns the segment that a section belongs to; nothing for a section that is dropped; an error for one that no
/// kernel may have.
llvm::Expected<std::optional<Segment>> segmentOf(const Header &header, llvm::StringRef name) {
  const uint64_t flags = header.sh_flags;
  if (!(flags & elf::SHF_ALLOC))
    return header.sh_type == elf::SHT_PROGBITS && isForDebuggers(name) ? std::optional(Segment::unloaded)
                                                                       : std::nullopt;
  if (flags & elf::SHF_TLS)
    return refuseToLink("it has thread-local variables");
  if (flags & elf::SHF_EXECINSTR)
    return flags & elf::SHF_WRITE ? refuseToLink("its code can be written to")
                                  : llvm::Expected<std::optional<Segment>>(Segment::code);
  if (!(flags & elf::SHF_WRITE) || header.sh_size == 0)
    return Segment::readOnly;
  // These are constants that contain addresses. Only the loader writes to them.
  if (name.starts_with(".data.rel.ro") && header.sh_type == elf::SHT_PROGBITS)
    return Segment::relocated;
  return refuseToLink("its section " + name + " can be written to");
}

} // namespace

llvm::Error refuseToLink(const llvm::Twine &why) {
  return llvm::createStringError("The kernel can't be linked: " + why + ".");
}

llvm::Expected<KernelObject> KernelObject::read(llvm::StringRef bytes) {
  auto file = File::create(bytes);
  if (!file)
    return file.takeError();
  if (file->getHeader().e_machine != elf::EM_X86_64 || file->getHeader().e_type != elf::ET_REL)
    return refuseToLink("it is no object file for x86-64");
  KernelObject object;
  std::vector<std::optional<uint32_t>> places; // for each section of the file, its index in `sections`
  if (llvm::Error error = object.readSections(*file, places))
    return std::move(error);
  if (llvm::Error error = object.readSymbols(*file, places))
    return std::move(error);
  if (llvm::Error error = object.readRelocations(*file, places))
    return std::move(error);
  return object;
}

llvm::Error KernelObject::readSections(const File &file, std::vector<std::optional<uint32_t>> &places) {
  auto headers = file.sections();
  if (!headers)
    return headers.takeError();
  for (const Header &header : *headers) {
    auto name = file.getSectionName(header);
    if (!name)
      return name.takeError();
    auto segment = segmentOf(header, *name);
    if (!segment)
      return segment.takeError();
    places.emplace_back();
    if (!*segment)
      continue;
    auto content = file.getSectionContents(header);
    if (!content)
      return content.takeError();
    const uint64_t alignment = std::max<uint64_t>(header.sh_addralign, 1);
    if (!std::has_single_bit(alignment) || alignment > mostAlignment)
      return refuseToLink("its section " + *name + " is aligned to " + llvm::Twine(alignment) + " bytes");
    places.back() = static_cast<uint32_t>(sections.size());
    sections.push_back({.name = name->str(),
                        .segment = **segment,
                        .type = header.sh_type,
                        .flags = header.sh_flags & ~uint64_t(elf::SHF_GROUP | elf::SHF_LINK_ORDER),
                        .size = content->size(),
                        .alignment = alignment,
                        .entrySize = header.sh_entsize});
    contents.emplace_back(content->begin(), content->end());
  }
  return llvm::Error::success();
}

llvm::Error KernelObject::readSymbols(const File &file, const std::vector<std::optional<uint32_t>> &places) {
  auto headers = file.sections();
  if (!headers)
    return headers.takeError();
  const Header *table = llvm::find_if(*headers, [](const Header &header) { return header.sh_type == elf::SHT_SYMTAB; });
  if (table == headers->end())
    return refuseToLink("it has no symbols");
  auto entries = file.symbols(table);
  auto names = file.getStringTableForSymtab(*table);
  if (!entries || !names)
    return llvm::joinErrors(entries.takeError(), names.takeError());
  for (const Symbol &entry : *entries) {
    auto name = entry.getName(*names);
    if (!name)
      return name.takeError();
    KernelSymbol symbol;
    symbol.name = name->str();
    symbol.value = entry.st_value;
    symbol.bytes = entry.st_size;
    symbol.info = entry.st_info;
    const bool isLocal = entry.getBinding() == elf::STB_LOCAL;
    symbol.isDefined = entry.st_shndx != elf::SHN_UNDEF || isLocal;
    if (entry.st_shndx == elf::SHN_COMMON || entry.getType() == elf::STT_TLS || entry.getType() == elf::STT_GNU_IFUNC)
      return refuseToLink("the symbol '" + *name + "' is of a kind that no kernel has");
    if (entry.st_shndx != elf::SHN_UNDEF && entry.st_shndx < places.size())
      symbol.section = places[entry.st_shndx];
    symbol.isExported = symbol.section && !isLocal && entry.getVisibility() == elf::STV_DEFAULT;
    if (!symbol.isDefined) {
      const auto library = libraryOfSystemFunction(*name);
      if (!library)
        return refuseToLink("it calls '" + *name + "', which no library is linked for");
      symbol.library = *library;
    }
    symbols.push_back(std::move(symbol));
  }
  return llvm::Error::success();
}

llvm::Error KernelObject::readRelocations(const File &file, const std::vector<std::optional<uint32_t>> &places) {
  auto headers = file.sections();
  if (!headers)
    return headers.takeError();
  for (const Header &header : *headers) {
    if (header.sh_type == elf::SHT_REL)
      return refuseToLink("it has relocations without addends");
    if (header.sh_type != elf::SHT_RELA || header.sh_info >= places.size() || !places[header.sh_info])
      continue;
    auto entries = file.relas(header);
    if (!entries)
      return entries.takeError();
    for (const auto &entry : *entries) {
      if (entry.getSymbol(false) >= symbols.size())
        return refuseToLink("a relocation names no symbol");
      relocations.push_back({.section = *places[header.sh_info],
                             .type = entry.getType(false),
                             .offset = entry.r_offset,
                             .symbol = entry.getSymbol(false),
                             .addend = entry.r_addend});
    }
  }
  return llvm::Error::success();
}

} // namespace weft::compiler
