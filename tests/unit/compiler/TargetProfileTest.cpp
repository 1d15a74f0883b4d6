// Tests the compiler's profiles of CPUs: packet widths, registers, legal accesses and costs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/TargetProfile.h"

#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

namespace weft::compiler {
namespace {

TargetProfile profileOf(const char *architecture, const char *cpu) {
  for (const auto initialise :
       {LLVMInitializeX86TargetInfo, LLVMInitializeX86Target, LLVMInitializeX86TargetMC,
        LLVMInitializeAArch64TargetInfo, LLVMInitializeAArch64Target, LLVMInitializeAArch64TargetMC})
    initialise();
  const llvm::Triple triple(std::string(architecture) + "-linux-gnu");
  std::string problem;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, problem);
  EXPECT_NE(target, nullptr) << problem;
  const std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, cpu, "", llvm::TargetOptions(), llvm::Reloc::PIC_));
  return TargetProfile::of(*machine);
}

using Pair = std::pair<unsigned, unsigned>;

Pair widthsFor(const char *architecture, const char *cpu) {
  const TargetProfile profile = profileOf(architecture, cpu);
  return {profile.packets.usual, profile.packets.widest};
}

Pair registersOf(const char *architecture, const char *cpu) {
  const TargetProfile profile = profileOf(architecture, cpu);
  return {profile.registers.count, profile.registers.bytes};
}

/// The bytes of the smallest elements that a CPU can access with masks, gather, scatter, compress, expand and permute.
using Smallest = std::tuple<unsigned, unsigned, unsigned, unsigned, unsigned, unsigned>;

Smallest smallestElements(const char *architecture, const char *cpu) {
  const TargetProfile::Legal legal = profileOf(architecture, cpu).legal;
  return {legal.masked, legal.gathered, legal.scattered, legal.compressed, legal.expanded, legal.permuted};
}

TEST(TargetProfile, AvxHasOneOrTwoRegistersForEachFloat) {
  EXPECT_EQ(widthsFor("x86_64", "skylake-avx512"), Pair(16, 32));
  EXPECT_EQ(widthsFor("x86_64", "znver4"), Pair(16, 32));
  EXPECT_EQ(widthsFor("x86_64", "x86-64-v3"), Pair(8, 16));
  EXPECT_EQ(widthsFor("x86_64", "haswell"), Pair(8, 16));
}

TEST(TargetProfile, RegistersOf128BitsAreUsedInPairs) {
  EXPECT_EQ(widthsFor("x86_64", "x86-64-v2"), Pair(8, 8));
  EXPECT_EQ(widthsFor("x86_64", "x86-64"), Pair(8, 8));
  EXPECT_EQ(widthsFor("aarch64", "cortex-a76"), Pair(8, 8));
  EXPECT_EQ(widthsFor("aarch64", "neoverse-n1"), Pair(8, 8));
  EXPECT_EQ(widthsFor("aarch64", "neoverse-v2"), Pair(8, 8)); // SVE2 with vectors of fixed width
}

TEST(TargetProfile, RegistersAreThoseOfTheCpu) {
  EXPECT_EQ(registersOf("x86_64", "znver4"), Pair(32, 64));
  EXPECT_EQ(registersOf("x86_64", "skylake-avx512"), Pair(32, 64)); // LLVM prefers vectors of half this size
  EXPECT_EQ(registersOf("x86_64", "haswell"), Pair(16, 32));
  EXPECT_EQ(registersOf("x86_64", "sandybridge"), Pair(16, 32));
  EXPECT_EQ(registersOf("x86_64", "x86-64"), Pair(16, 16));
  EXPECT_EQ(registersOf("aarch64", "cortex-a76"), Pair(32, 16));
  EXPECT_EQ(registersOf("aarch64", "neoverse-v2"), Pair(32, 16));
}

TEST(TargetProfile, WhatIsLegalDependsOnTheElementsSize) {
  EXPECT_EQ(smallestElements("x86_64", "x86-64"), Smallest(0, 0, 0, 0, 0, 0));
  EXPECT_EQ(smallestElements("x86_64", "haswell"), Smallest(4, 0, 0, 0, 0, 0));
  EXPECT_EQ(smallestElements("x86_64", "skylake-avx512"), Smallest(1, 4, 4, 4, 4, 2));
  EXPECT_EQ(smallestElements("x86_64", "icelake-server"), Smallest(1, 4, 4, 1, 1, 1));
  EXPECT_EQ(smallestElements("x86_64", "znver4"), Smallest(1, 4, 4, 1, 1, 1));
  EXPECT_EQ(smallestElements("aarch64", "neoverse-n1"), Smallest(0, 0, 0, 0, 0, 0));
}

TEST(TargetProfile, OperationsThatFewCpusLack) {
  const auto operationsOf = [](const char *architecture, const char *cpu) {
    const TargetProfile::Legal legal = profileOf(architecture, cpu).legal;
    return std::pair(legal.fusedMultiplyAdd, legal.halfConversion);
  };
  EXPECT_EQ(operationsOf("x86_64", "x86-64-v2"), std::pair(false, false));
  EXPECT_EQ(operationsOf("x86_64", "ivybridge"), std::pair(false, true));
  EXPECT_EQ(operationsOf("x86_64", "haswell"), std::pair(true, true));
  EXPECT_EQ(operationsOf("x86_64", "znver4"), std::pair(true, true));
  EXPECT_EQ(operationsOf("aarch64", "cortex-a76"), std::pair(true, true));
}

TEST(TargetProfile, FloatsOfAWholeRegisterTakeTwiceAsLongWherePortsHaveHalfOfIt) {
  EXPECT_EQ(profileOf("x86_64", "znver4").cycles.floatOperation, 1);
  EXPECT_EQ(profileOf("x86_64", "znver5").cycles.floatOperation, 0.5);
  EXPECT_EQ(profileOf("x86_64", "sapphirerapids").cycles.floatOperation, 0.5);
  EXPECT_EQ(profileOf("x86_64", "x86-64-v3").cycles.floatOperation, 0.5);
}

/// A cost that a profile doesn't set is 0, and the compiler would always choose the operation that costs nothing.
TEST(TargetProfile, EverythingCostsSomething) {
  for (const auto &[architecture, cpu] :
       {std::pair("x86_64", "x86-64"), std::pair("x86_64", "znver4"), std::pair("aarch64", "cortex-a76")}) {
    const auto [scalarOperation, vectorOperation, scalarAccess, vectorAccess, floatOperation, spill, gatheredElement,
                scalarisedElement, scalarScatter, gatherToMaskLatency, loadToMaskLatency, scatterToMaskLatency, choice,
                readModifyWrite, atomic, division, divisionByConstant, divisionByVarying, divisionByUniform, function,
                texel, extractOrInsert, contiguityCheck, cacheMiss, laneBits] = profileOf(architecture, cpu).cycles;
    for (const double cost : {scalarOperation,
                              vectorOperation,
                              scalarAccess,
                              vectorAccess,
                              floatOperation,
                              spill,
                              gatheredElement,
                              scalarisedElement,
                              gatherToMaskLatency,
                              loadToMaskLatency,
                              scatterToMaskLatency,
                              choice,
                              readModifyWrite,
                              atomic,
                              division,
                              divisionByVarying,
                              divisionByUniform,
                              function,
                              texel,
                              scalarScatter,
                              divisionByConstant,
                              extractOrInsert,
                              contiguityCheck,
                              cacheMiss,
                              laneBits})
      EXPECT_GT(cost, 0) << cpu;
    EXPECT_GT(gatheredElement, scalarAccess) << cpu;
    EXPECT_GT(scalarisedElement, gatheredElement) << cpu;
    EXPECT_GT(scalarScatter, scalarisedElement) << cpu;
    EXPECT_LT(divisionByConstant, division) << cpu;
  }
}

} // namespace
} // namespace weft::compiler
