// Samplers: encodes their settings in an integer that kernels get as the argument.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/Sampler.h"

#include <ImageAbi.h>

#include <algorithm>
#include <cmath>

namespace weft::core {

namespace {

uint32_t addressingBits(cl_addressing_mode mode) {
  switch (mode) {
  case CL_ADDRESS_CLAMP_TO_EDGE:
    return WEFT_SAMPLER_ADDRESS_CLAMP_TO_EDGE;
  case CL_ADDRESS_CLAMP:
    return WEFT_SAMPLER_ADDRESS_CLAMP;
  case CL_ADDRESS_REPEAT:
    return WEFT_SAMPLER_ADDRESS_REPEAT;
  case CL_ADDRESS_MIRRORED_REPEAT:
    return WEFT_SAMPLER_ADDRESS_MIRRORED_REPEAT;
  default:
    return WEFT_SAMPLER_ADDRESS_NONE;
  }
}

/// A level of detail in units of 1/64, limited to what the bits can hold. This is far more levels than any image has.
uint32_t lodBits(float lod) {
  constexpr float scale{static_cast<int>(WEFT_SAMPLER_LOD_SCALE)}, greatest{static_cast<int>(WEFT_SAMPLER_LOD_MASK)};
  return static_cast<uint32_t>(std::lround(std::clamp(lod * scale, 0.0f, greatest)));
}

uint32_t numberOf(const SamplerState &state) {
  uint32_t number = state.normalized ? WEFT_SAMPLER_NORMALIZED : 0;
  number |= addressingBits(state.addressing);
  number |= state.filter == CL_FILTER_LINEAR ? WEFT_SAMPLER_FILTER_LINEAR : WEFT_SAMPLER_FILTER_NEAREST;
  number |= state.mipFilter == CL_FILTER_LINEAR ? WEFT_SAMPLER_MIP_FILTER_LINEAR : 0;
  number |= lodBits(state.lodMin) << WEFT_SAMPLER_LOD_MIN_SHIFT;
  number |= (WEFT_SAMPLER_LOD_MASK - lodBits(state.lodMax)) << WEFT_SAMPLER_LOD_MAX_SHIFT;
  return number;
}

} // namespace

Sampler::Sampler(Context &context, const SamplerState &state, std::vector<cl_sampler_properties> properties)
    : context_(&context), state_(state), properties_(std::move(properties)), number_(numberOf(state)) {}

} // namespace weft::core
