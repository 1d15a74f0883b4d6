// Tests of samplers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <bit>
#include <cfloat>

#include "support/ImageTest.h"

namespace weft::test {
namespace {

// cl_khr_mipmap_image is younger than some headers.
constexpr cl_sampler_properties mipFilterMode = 0x1155, lodMin = 0x1156, lodMax = 0x1157;

class SamplerTest : public ImageTest {
protected:
  Handle<cl_sampler> makeSampler(const cl_sampler_properties *properties) const {
    return make([&](cl_int *e) { return cl.clCreateSamplerWithProperties(context, properties, e); });
  }
  cl_int propertiesError(std::initializer_list<cl_sampler_properties> properties) const {
    return errorOf([&](cl_int *e) { return cl.clCreateSamplerWithProperties(context, properties.begin(), e); });
  }
  cl_int samplerError(cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter) const {
    return errorOf([&](cl_int *e) { return cl.clCreateSampler(context, normalized, addressing, filter, e); });
  }
  template <typename T> T samplerInfo(cl_sampler sampler, cl_uint name) const {
    return info<T>(cl.clGetSamplerInfo, sampler, name);
  }
};

WEFT_API_SUITE(clCreateSampler, SamplerTest);

TEST_P(clCreateSampler, EachCombinationThatMakesSense) {
  for (cl_bool normalized : {CL_FALSE, CL_TRUE})
    for (cl_addressing_mode addressing :
         {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT})
      for (cl_filter_mode filter : {CL_FILTER_NEAREST, CL_FILTER_LINEAR}) {
        if (!normalized && (addressing == CL_ADDRESS_REPEAT || addressing == CL_ADDRESS_MIRRORED_REPEAT)) {
          EXPECT_EQ(CL_INVALID_VALUE, samplerError(normalized, addressing, filter));
          continue;
        }
        const auto sampler =
            make([&](cl_int *e) { return cl.clCreateSampler(context, normalized, addressing, filter, e); });
        EXPECT_EQ(normalized, samplerInfo<cl_bool>(sampler.get(), CL_SAMPLER_NORMALIZED_COORDS));
        EXPECT_EQ(addressing, samplerInfo<cl_addressing_mode>(sampler.get(), CL_SAMPLER_ADDRESSING_MODE));
        EXPECT_EQ(filter, samplerInfo<cl_filter_mode>(sampler.get(), CL_SAMPLER_FILTER_MODE));
        EXPECT_TRUE(
            infoArray<cl_sampler_properties>(cl.clGetSamplerInfo, sampler.get(), CL_SAMPLER_PROPERTIES).empty());
      }
}

TEST_P(clCreateSampler, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, samplerError(2, CL_ADDRESS_NONE, CL_FILTER_NEAREST));
  EXPECT_EQ(CL_INVALID_VALUE, samplerError(CL_TRUE, CL_ADDRESS_NONE - 1, CL_FILTER_NEAREST));
  EXPECT_EQ(CL_INVALID_VALUE, samplerError(CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT + 1, CL_FILTER_NEAREST));
  EXPECT_EQ(CL_INVALID_VALUE, samplerError(CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_LINEAR + 1));
}

WEFT_API_SUITE(clCreateSamplerWithProperties, SamplerTest);

TEST_P(clCreateSamplerWithProperties, HasTheSpecificationsDefaults) {
  const auto sampler = makeSampler(nullptr);
  EXPECT_EQ(cl_bool{CL_TRUE}, samplerInfo<cl_bool>(sampler.get(), CL_SAMPLER_NORMALIZED_COORDS));
  EXPECT_EQ(cl_addressing_mode{CL_ADDRESS_CLAMP},
            samplerInfo<cl_addressing_mode>(sampler.get(), CL_SAMPLER_ADDRESSING_MODE));
  EXPECT_EQ(cl_filter_mode{CL_FILTER_NEAREST}, samplerInfo<cl_filter_mode>(sampler.get(), CL_SAMPLER_FILTER_MODE));
  EXPECT_EQ(cl_filter_mode{CL_FILTER_NEAREST}, samplerInfo<cl_filter_mode>(sampler.get(), mipFilterMode));
  EXPECT_EQ(0.0f, samplerInfo<cl_float>(sampler.get(), lodMin));
  EXPECT_EQ(FLT_MAX, samplerInfo<cl_float>(sampler.get(), lodMax));
  EXPECT_TRUE(infoArray<cl_sampler_properties>(cl.clGetSamplerInfo, sampler.get(), CL_SAMPLER_PROPERTIES).empty());
}

TEST_P(clCreateSamplerWithProperties, KeepsTheList) {
  const std::vector<cl_sampler_properties> list = {
      CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, mipFilterMode,
      CL_FILTER_LINEAR,       lodMax,           std::bit_cast<cl_uint>(2.5f), 0};
  const auto sampler = makeSampler(list.data());
  EXPECT_EQ(list, infoArray<cl_sampler_properties>(cl.clGetSamplerInfo, sampler.get(), CL_SAMPLER_PROPERTIES));
  EXPECT_EQ(cl_filter_mode{CL_FILTER_LINEAR}, samplerInfo<cl_filter_mode>(sampler.get(), CL_SAMPLER_FILTER_MODE));
  EXPECT_EQ(2.5f, samplerInfo<cl_float>(sampler.get(), lodMax));
  const cl_sampler_properties none[] = {0};
  EXPECT_EQ((std::vector<cl_sampler_properties>{0}),
            infoArray<cl_sampler_properties>(cl.clGetSamplerInfo, makeSampler(none).get(), CL_SAMPLER_PROPERTIES));
}

TEST_P(clCreateSamplerWithProperties, InvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, propertiesError({0xBAD, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, propertiesError({CL_SAMPLER_NORMALIZED_COORDS, 2, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, propertiesError({CL_SAMPLER_ADDRESSING_MODE, CL_FILTER_LINEAR, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, propertiesError({CL_SAMPLER_FILTER_MODE, CL_ADDRESS_NONE, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, propertiesError({mipFilterMode, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, propertiesError({lodMin, std::bit_cast<cl_uint>(-__builtin_nanf("")), 0}));
  EXPECT_EQ(CL_INVALID_VALUE,
            propertiesError({CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, propertiesError({CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, CL_SAMPLER_ADDRESSING_MODE,
                                               CL_ADDRESS_REPEAT, 0}));
}

WEFT_API_SUITE(clGetSamplerInfo, SamplerTest);

TEST_P(clGetSamplerInfo, FollowsTheRulesOfQueries) {
  const auto sampler = makeSampler(nullptr);
  checkInfoQuery(cl.clGetSamplerInfo, sampler.get(), CL_SAMPLER_CONTEXT);
  EXPECT_EQ(context, samplerInfo<cl_context>(sampler.get(), CL_SAMPLER_CONTEXT));
}

WEFT_API_SUITE(clRetainSampler, SamplerTest);

TEST_P(clRetainSampler, CountsReferences) {
  const auto sampler = makeSampler(nullptr);
  EXPECT_EQ(1u, samplerInfo<cl_uint>(sampler.get(), CL_SAMPLER_REFERENCE_COUNT));
  ASSERT_EQ(CL_SUCCESS, cl.clRetainSampler(sampler.get()));
  EXPECT_EQ(2u, samplerInfo<cl_uint>(sampler.get(), CL_SAMPLER_REFERENCE_COUNT));
  ASSERT_EQ(CL_SUCCESS, cl.clReleaseSampler(sampler.get()));
  EXPECT_EQ(1u, samplerInfo<cl_uint>(sampler.get(), CL_SAMPLER_REFERENCE_COUNT));
}

} // namespace
} // namespace weft::test
