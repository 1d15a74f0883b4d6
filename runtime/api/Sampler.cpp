// Entry points for samplers (OpenCL 3.0 section 5.7).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/Sampler.h"

#include <bit>
#include <cmath>

#include "Text.h"
#include "api/EntryPoint.h"
#include "api/EntryPoints.h"
#include "api/Info.h"

namespace weft::api {

namespace {

// The headers of some distributions don't have cl_khr_mipmap_image yet.
constexpr cl_sampler_properties mipFilterMode = 0x1155; // CL_SAMPLER_MIP_FILTER_MODE_KHR
constexpr cl_sampler_properties lodMin = 0x1156;        // CL_SAMPLER_LOD_MIN_KHR
constexpr cl_sampler_properties lodMax = 0x1157;        // CL_SAMPLER_LOD_MAX_KHR

bool isAddressingMode(cl_ulong mode) { return mode >= CL_ADDRESS_NONE && mode <= CL_ADDRESS_MIRRORED_REPEAT; }
bool isFilterMode(cl_ulong mode) { return mode == CL_FILTER_NEAREST || mode == CL_FILTER_LINEAR; }

/// Returns the float that a property's value contains in its lower half.
float asFloat(cl_sampler_properties value) { return std::bit_cast<float>(static_cast<uint32_t>(value)); }

/// Applies one property to the state. CL_INVALID_VALUE: the name or the value is unknown.
Result<> applyProperty(core::SamplerState &state, cl_sampler_properties name, cl_sampler_properties value) {
  bool valid = false;
  switch (name) {
  case CL_SAMPLER_NORMALIZED_COORDS:
    valid = value == CL_TRUE || value == CL_FALSE;
    state.normalized = static_cast<cl_bool>(value);
    break;
  case CL_SAMPLER_ADDRESSING_MODE:
    valid = isAddressingMode(value);
    state.addressing = static_cast<cl_addressing_mode>(value);
    break;
  case CL_SAMPLER_FILTER_MODE:
    valid = isFilterMode(value);
    state.filter = static_cast<cl_filter_mode>(value);
    break;
  case mipFilterMode:
    valid = isFilterMode(value);
    state.mipFilter = static_cast<cl_filter_mode>(value);
    break;
  case lodMin:
    valid = !std::isnan(asFloat(value));
    state.lodMin = asFloat(value);
    break;
  case lodMax:
    valid = !std::isnan(asFloat(value));
    state.lodMax = asFloat(value);
    break;
  default:
    return fail(CL_INVALID_VALUE, concat("There is no sampler property ", hex(name), "."));
  }
  if (!valid)
    return fail(CL_INVALID_VALUE, concat("Sampler property ", hex(name), " can't be ", hex(value), "."));
  return {};
}

Result<core::SamplerState> readProperties(const cl_sampler_properties *properties,
                                          std::vector<cl_sampler_properties> &given) {
  core::SamplerState state;
  if (!properties)
    return state;
  for (const cl_sampler_properties *at = properties; *at != 0; at += 2) {
    // CL_INVALID_VALUE: a property is given twice.
    for (size_t i = 0; i < given.size(); i += 2)
      if (given[i] == at[0])
        return fail(CL_INVALID_VALUE, concat("Sampler property ", hex(at[0]), " is given twice."));
    TRY(applyProperty(state, at[0], at[1]));
    given.insert(given.end(), {at[0], at[1]});
  }
  given.push_back(0);
  return state;
}

/// CL_INVALID_VALUE: by OpenCL C 3.0 section 6.15.15.1, repetition is only for normalised coordinates.
Result<> checkCombination(const core::SamplerState &state) {
  if (!state.normalized && (state.addressing == CL_ADDRESS_REPEAT || state.addressing == CL_ADDRESS_MIRRORED_REPEAT))
    return fail(CL_INVALID_VALUE, "Coordinates that are not normalized can't repeat.");
  return {};
}

const InfoQuery<core::Sampler> samplerInfo[] = {
    {CL_SAMPLER_REFERENCE_COUNT, [](core::Sampler &sampler) { return scalar<cl_uint>(sampler.references()); }},
    {CL_SAMPLER_CONTEXT, [](core::Sampler &sampler) { return scalar<cl_context>(sampler.context().show()); }},
    {CL_SAMPLER_NORMALIZED_COORDS, [](core::Sampler &sampler) { return scalar<cl_bool>(sampler.state().normalized); }},
    {CL_SAMPLER_ADDRESSING_MODE,
     [](core::Sampler &sampler) { return scalar<cl_addressing_mode>(sampler.state().addressing); }},
    {CL_SAMPLER_FILTER_MODE, [](core::Sampler &sampler) { return scalar<cl_filter_mode>(sampler.state().filter); }},
    {mipFilterMode, [](core::Sampler &sampler) { return scalar<cl_filter_mode>(sampler.state().mipFilter); }},
    {lodMin, [](core::Sampler &sampler) { return scalar<cl_float>(sampler.state().lodMin); }},
    {lodMax, [](core::Sampler &sampler) { return scalar<cl_float>(sampler.state().lodMax); }},
    {CL_SAMPLER_PROPERTIES, [](core::Sampler &sampler) { return array(sampler.properties()); }},
};

} // namespace

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                                       cl_filter_mode filter, cl_int *errcodeRet) {
  return create<cl_sampler>("clCreateSampler", errcodeRet, [&](Call &call) -> Result<cl_sampler> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    core::SamplerState state;
    TRY(applyProperty(state, CL_SAMPLER_NORMALIZED_COORDS, normalized));
    TRY(applyProperty(state, CL_SAMPLER_ADDRESSING_MODE, addressing));
    TRY(applyProperty(state, CL_SAMPLER_FILTER_MODE, filter));
    TRY(checkCombination(state));
    return makeRef<core::Sampler>(*itsContext, state, std::vector<cl_sampler_properties>{})->publish();
  });
}

cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties *properties,
                                                     cl_int *errcodeRet) {
  return create<cl_sampler>("clCreateSamplerWithProperties", errcodeRet, [&](Call &call) -> Result<cl_sampler> {
    const RefPtr<core::Context> itsContext = TRY(call.resolve<core::Context>(context));
    std::vector<cl_sampler_properties> given;
    core::SamplerState state = TRY(readProperties(properties, given));
    TRY(checkCombination(state));
    return makeRef<core::Sampler>(*itsContext, state, std::move(given))->publish();
  });
}

cl_int CL_API_CALL clRetainSampler(cl_sampler sampler) { return retain<core::Sampler>("clRetainSampler", sampler); }

cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) { return release<core::Sampler>("clReleaseSampler", sampler); }

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info name, size_t size, void *value,
                                    size_t *sizeReturned) {
  return run("clGetSamplerInfo", [&](Call &call) -> Result<> {
    const RefPtr<core::Sampler> object = TRY(call.resolve<core::Sampler>(sampler));
    return answerQuery(samplerInfo, *object, name, {size, value, sizeReturned});
  });
}

} // namespace weft::api
