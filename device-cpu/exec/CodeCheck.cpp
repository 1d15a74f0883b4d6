// Checks the ELF headers of a compiled kernel before the dynamic loader may load it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/CodeCheck.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <link.h>
#include <optional>

namespace weft::cpu {

namespace {

constexpr unsigned char nativeClass = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
constexpr unsigned char nativeData = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
constexpr unsigned nativeMachine =
#ifdef __x86_64__
    EM_X86_64;
#elifdef __aarch64__
    EM_AARCH64;
#elifdef __riscv
    EM_RISCV;
#elifdef __i386__
    EM_386;
#elifdef __arm__
    EM_ARM;
#else
    EM_NONE; // for other machines, only the loader checks whether the file is for this machine
#endif

/// Returns the i-th value of an array of T that begins at `offset`, or nothing if the value isn't entirely in the
/// file.
template <typename T> std::optional<T> valueAt(std::string_view bytes, uint64_t offset, uint64_t i = 0) {
  if (offset > bytes.size() || (bytes.size() - offset) / sizeof(T) <= i)
    return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset + i * sizeof(T), sizeof value);
  return value;
}

bool isInside(std::string_view bytes, uint64_t offset, uint64_t size) {
  return offset <= bytes.size() && size <= bytes.size() - offset;
}

/// Returns whether the object has relocations in its code. To apply the relocations, the loader makes the code writable
/// for a while, so the object is refused.
bool relocatesCode(std::string_view dynamic) {
  for (uint64_t i = 0;; ++i) {
    const auto entry = valueAt<ElfW(Dyn)>(dynamic, 0, i);
    if (!entry || entry->d_tag == DT_NULL)
      return false;
    if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL) != 0))
      return true;
  }
}

std::string segmentError(std::string_view bytes, const ElfW(Phdr) & segment) {
  if (!isInside(bytes, segment.p_offset, segment.p_filesz))
    return "it has been cut off";
  if (segment.p_type == PT_GNU_STACK && (segment.p_flags & PF_X) != 0)
    return "it asks for an executable stack";
  if (segment.p_type == PT_LOAD && (segment.p_flags & (PF_W | PF_X)) == (PF_W | PF_X))
    return "it has memory that is both writable and executable";
  if (segment.p_type == PT_DYNAMIC && relocatesCode(bytes.substr(segment.p_offset, segment.p_filesz)))
    return "it has code that is changed while it is loaded";
  return {};
}

} // namespace

std::string objectFileError(std::string_view bytes) {
  const auto header = valueAt<ElfW(Ehdr)>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
    return "it is no ELF file";
  if (header->e_ident[EI_CLASS] != nativeClass || header->e_ident[EI_DATA] != nativeData ||
      (nativeMachine != EM_NONE && header->e_machine != nativeMachine))
    return "it is for another kind of CPU";
  if (header->e_type != ET_DYN || header->e_phentsize != sizeof(ElfW(Phdr)))
    return "it is no shared object";
  bool saysStack = false;
  for (unsigned i = 0; i < header->e_phnum; ++i) {
    const auto segment = valueAt<ElfW(Phdr)>(bytes, header->e_phoff, i);
    if (!segment)
      return "it has been cut off";
    if (std::string flaw = segmentError(bytes, *segment); !flaw.empty())
      return flaw;
    saysStack |= segment->p_type == PT_GNU_STACK;
  }
  return saysStack ? "" : "it does not say that its stack need not be executable";
}

} // namespace weft::cpu
