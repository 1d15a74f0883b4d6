// Tests how mangled names change when the numbers of address spaces change.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "builtins/archive/MangledName.h"

#include <gtest/gtest.h>

namespace weft::compiler {
namespace {

/// Renames a function from NVPTX's numbers of address spaces to spir64's. NVPTX's 0 becomes `zero`.
std::string toSpir(llvm::StringRef name, unsigned zero) {
  return renumberAddressSpaces(name, [zero](unsigned number) { return number == 0   ? zero
                                                                      : number == 4 ? 2
                                                                                    : number; })
      .value_or("unreadable");
}

TEST(MangledName, BaseName) {
  EXPECT_EQ(functionBaseName("_Z6vload4mPU3AS1Kf"), "vload4");
  EXPECT_EQ(functionBaseName("_Z3sinf"), "sin");
  EXPECT_EQ(functionBaseName("printf"), "");
  EXPECT_EQ(functionBaseName("_Z99short"), "");
}

TEST(MangledName, NamesWithoutPointersStay) {
  for (const char *name : {"_Z3sinf", "_Z3maxDv4_fS_", "_Z7barrierj", "_Z5crossDv3_fS_", "_Z8shuffle2Dv2_cS_Dv16_h"})
    EXPECT_EQ(toSpir(name, spirGeneric), name);
}

TEST(MangledName, ConstantChangesItsNumber) { EXPECT_EQ(toSpir("_Z6vload4mPU3AS4Kf", 0), "_Z6vload4mPU3AS2Kf"); }

TEST(MangledName, ZeroIsPrivateOrGeneric) {
  EXPECT_EQ(toSpir("_Z5fractfPf", spirPrivate), "_Z5fractfPf");
  EXPECT_EQ(toSpir("_Z5fractfPf", spirGeneric), "_Z5fractfPU3AS4f");
}

TEST(MangledName, SubstitutionsAreCountedAnew) {
  // The results are Clang's names of fract(float4, float4 *) and remquo(float4, float4, int4 *) for spir64.
  EXPECT_EQ(toSpir("_Z5fractDv4_fPS_", spirGeneric), "_Z5fractDv4_fPU3AS4S_");
  EXPECT_EQ(toSpir("_Z6remquoDv4_fS_PDv4_i", spirGeneric), "_Z6remquoDv4_fS_PU3AS4Dv4_i");
}

TEST(MangledName, HiddenQualifiersCountAsComponents) {
  // The pointer to private memory is a separate component of the mangling, although its address space prints nothing.
  EXPECT_EQ(toSpir("_Z39atomic_compare_exchange_strong_explicitPVU7_AtomiciPii12memory_orderS4_", spirGeneric),
            "_Z39atomic_compare_exchange_strong_explicitPU3AS4VU7_AtomiciPU3AS4ii12memory_orderS4_");
}

TEST(MangledName, NonsenseIsNotRead) {
  for (const char *name : {"", "_Z", "main", "_Z3sin?", "_Z1fDv_f", "_Z1fS3_", "_Z1fP", "_Z1fU3AS", "_Z1f9abc"})
    EXPECT_EQ(toSpir(name, 0), "unreadable") << name;
}

TEST(MangledName, ReadableNames) {
  EXPECT_EQ(readableFunctionName("_Z3sinf"), "sin(float)");
  EXPECT_EQ(readableFunctionName("printf"), "printf");
  EXPECT_NE(readableFunctionName("_Z6vload4mPU3AS1Kf").find("global"), std::string::npos);
}

} // namespace
} // namespace weft::compiler
