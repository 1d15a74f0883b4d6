// Tests the conversion between the mangled names of a builtin's scalar and vector overloads.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel/VectorOverloads.h"

#include <gtest/gtest.h>

namespace weft::compiler {
namespace {

TEST(VectorOverloads, NamesTheOverloadForVectors) {
  EXPECT_EQ(vectorOverloadName("_Z3powff", 8), "_Z3powDv8_fS_");
  EXPECT_EQ(vectorOverloadName("_Z5ldexpfi", 16), "_Z5ldexpDv16_fDv16_i");
  EXPECT_EQ(vectorOverloadName("_Z21convert_uchar_sat_rtef", 8), "_Z22convert_uchar8_sat_rteDv8_f");
  EXPECT_EQ(vectorOverloadName("_Z3dotff", 8), "");
  EXPECT_EQ(vectorOverloadName("_Z5fractfPf", 8), "");
}

TEST(VectorOverloads, NamesTheOverloadForScalars) {
  EXPECT_EQ(scalarOverloadName("_Z3sinDv4_f"), "_Z3sinf");
  EXPECT_EQ(scalarOverloadName("_Z3powDv16_fS_"), "_Z3powff");
  EXPECT_EQ(scalarOverloadName("_Z5clampDv4_fff"), "_Z5clampfff");
  EXPECT_EQ(scalarOverloadName("_Z5ldexpDv2_dDv2_i"), "_Z5ldexpdi");
  EXPECT_EQ(scalarOverloadName("_Z6mad_hiDv3_DhS_S_"), "_Z6mad_hiDhDhDh");
  EXPECT_EQ(scalarOverloadName("_Z8upsampleDv4_cDv4_h"), "_Z8upsamplech");
  EXPECT_EQ(scalarOverloadName("_Z21convert_uchar4_sat_rteDv4_f"), "");
  EXPECT_EQ(scalarOverloadName("_Z22convert_uchar4_sat_rteDv4_f"), "_Z21convert_uchar_sat_rtef");
  EXPECT_EQ(scalarOverloadName("_Z15convert_float16Dv16_i"), "_Z13convert_floati");
}

TEST(VectorOverloads, LeavesWhatIsNotElementwise) {
  EXPECT_EQ(scalarOverloadName("_Z3dotDv4_fS_"), "");
  EXPECT_EQ(scalarOverloadName("_Z6selectDv4_fS_Dv4_i"), "");
  EXPECT_EQ(scalarOverloadName("_Z5fractDv4_fPS_"), "");
  EXPECT_EQ(scalarOverloadName("_Z3sinf"), ""); // has no vector parameter
  EXPECT_EQ(scalarOverloadName("_Z3powDv4_fS0_"), "");
  EXPECT_EQ(scalarOverloadName("_Z3powDv_fS_"), "");
  EXPECT_EQ(scalarOverloadName("_Z3pow"), "");
  EXPECT_EQ(scalarOverloadName("texel"), "");
}

} // namespace
} // namespace weft::compiler
