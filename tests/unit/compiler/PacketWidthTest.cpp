// The widths of packets that suit each CPU.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/PacketWidth.h"

#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

namespace weft::compiler {
namespace {

std::unique_ptr<llvm::TargetMachine> machineFor(const char *architecture, const char *cpu) {
  for (const auto initialise :
       {LLVMInitializeX86TargetInfo, LLVMInitializeX86Target, LLVMInitializeX86TargetMC,
        LLVMInitializeAArch64TargetInfo, LLVMInitializeAArch64Target, LLVMInitializeAArch64TargetMC})
    initialise();
  const llvm::Triple triple(std::string(architecture) + "-linux-gnu");
  std::string problem;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, problem);
  EXPECT_NE(target, nullptr) << problem;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, cpu, "", llvm::TargetOptions(), llvm::Reloc::PIC_));
}

PacketTarget packetTargetOf(const char *architecture, const char *cpu) {
  return packetTargetFor(*machineFor(architecture, cpu));
}

using Widths = std::pair<unsigned, unsigned>;

Widths widthsFor(const char *architecture, const char *cpu) {
  const PacketTarget target = packetTargetOf(architecture, cpu);
  return {target.usual, target.widest};
}

TEST(PacketWidthTest, AvxHasOneOrTwoRegistersForEachFloat) {
  EXPECT_EQ(widthsFor("x86_64", "skylake-avx512"), Widths(16, 32));
  EXPECT_EQ(widthsFor("x86_64", "znver4"), Widths(16, 32));
  EXPECT_EQ(widthsFor("x86_64", "x86-64-v3"), Widths(8, 16));
  EXPECT_EQ(widthsFor("x86_64", "haswell"), Widths(8, 16));
}

TEST(PacketWidthTest, RegistersOf128BitsAreUsedInPairs) {
  EXPECT_EQ(widthsFor("x86_64", "x86-64-v2"), Widths(8, 8));
  EXPECT_EQ(widthsFor("aarch64", "cortex-a72"), Widths(8, 8));
  EXPECT_EQ(widthsFor("aarch64", "neoverse-v2"), Widths(8, 8)); // SVE2, in vectors of fixed width
}

TEST(PacketWidthTest, SomeCpusPermuteBytes) {
  EXPECT_TRUE(packetTargetOf("x86_64", "icelake-server").permutesBytes);
  EXPECT_TRUE(packetTargetOf("x86_64", "znver4").permutesBytes);
  EXPECT_FALSE(packetTargetOf("x86_64", "skylake-avx512").permutesBytes);
  EXPECT_FALSE(packetTargetOf("x86_64", "x86-64-v3").permutesBytes);
  EXPECT_FALSE(packetTargetOf("aarch64", "neoverse-v2").permutesBytes);
}

TEST(PacketWidthTest, RegistersAreThoseOfTheCpu) {
  const auto registersOf = [](const char *architecture, const char *cpu) {
    const VectorRegisters registers = vectorRegistersOf(*machineFor(architecture, cpu));
    return std::pair(registers.count, registers.bytes);
  };
  EXPECT_EQ(registersOf("x86_64", "znver4"), Widths(32, 64));
  EXPECT_EQ(registersOf("x86_64", "x86-64-v3"), Widths(16, 32));
  EXPECT_EQ(registersOf("x86_64", "x86-64-v2"), Widths(16, 16));
  EXPECT_EQ(registersOf("aarch64", "cortex-a72"), Widths(32, 16));
}

} // namespace
} // namespace weft::compiler
