// Reads the facts about the CPU on which machine code depends.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/CpuIdentity.h"

#include <sys/auxv.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

#include "Text.h"

namespace weft::core {

namespace {

#if defined(__x86_64__)

/// A mask for EBX of CPUID leaf 1. It removes the id of the CPU on which the thread runs, which differs between the
/// CPUs of a machine.
constexpr unsigned leafOneEbxMask = 0x00ffffff & ~0x00ff0000u;
/// CPUID leaf 1, ECX, bit 27 (OSXSAVE): the system has enabled XGETBV.
constexpr unsigned osxsave = 1u << 27;

__attribute__((target("xsave"))) uint64_t enabledStates() { return _xgetbv(0); }

std::string readIdentity() {
  std::string text = "x86_64";
  unsigned a, b, c, d;
  auto add = [&](unsigned leaf, unsigned subleaf) {
    if (!__get_cpuid_count(leaf, subleaf, &a, &b, &c, &d))
      a = b = c = d = 0;
    if (leaf == 1)
      b &= leafOneEbxMask;
    text += concat(" ", hex(a), ",", hex(b), ",", hex(c), ",", hex(d));
  };
  add(0, 0);
  add(1, 0);
  bool xsave = (c & osxsave) != 0;
  add(7, 0);
  add(7, 1);
  add(0x14, 0);
  add(0x80000001, 0);
  add(0x80000008, 0);
  if (xsave)
    text += " " + hex(enabledStates());
  return text;
}

/// Reads CPUID leaf 1, EAX. If the short family is 15, the extended family is added. From family 6 on, the model has
/// four more bits.
cl_version readVersion() {
  unsigned a = 0, b, c, d;
  __get_cpuid(1, &a, &b, &c, &d);
  unsigned family = a >> 8 & 0xf, model = a >> 4 & 0xf;
  if (family >= 6)
    model |= (a >> 16 & 0xf) << 4;
  if (family == 15)
    family += a >> 20 & 0xff;
  return CL_MAKE_VERSION(family, model, a & 0xf);
}

#else

cl_version readVersion() { return CL_MAKE_VERSION(0, 0, 0); }

std::string readIdentity() {
  return concat("arch ", hex(getauxval(AT_HWCAP)), " ", hex(getauxval(AT_HWCAP2)), " ",
                reinterpret_cast<const char *>(getauxval(AT_PLATFORM)));
}

#endif

} // namespace

cl_version cpuVersion() { return readVersion(); }

const std::string &cpuIdentity() {
  static const std::string &identity = *new std::string(readIdentity());
  return identity;
}

} // namespace weft::core
