// Samplers, which say how kernels read images.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_CORE_MEMORY_SAMPLER_H
#define WEFT_RUNTIME_CORE_MEMORY_SAMPLER_H

#include <cfloat>
#include <cstdint>
#include <vector>

#include "core/objects/Context.h"
#include "core/objects/Object.h"

namespace weft::core {

/// The settings of a sampler. The initial values are the defaults of section 5.7.1.
struct SamplerState {
  cl_bool normalized = CL_TRUE;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
  cl_filter_mode filter = CL_FILTER_NEAREST;
  cl_filter_mode mipFilter = CL_FILTER_NEAREST;
  float lodMin = 0;
  float lodMax = FLT_MAX;
};

/// A sampler never changes.
class Sampler final : public TypedObject<ObjectKind::sampler, cl_sampler, CL_INVALID_SAMPLER> {
public:
  /// `properties` is the list as given to clCreateSamplerWithProperties, with the final 0, or empty.
  Sampler(Context &context, const SamplerState &state, std::vector<cl_sampler_properties> properties);

  Context &context() const { return *context_; }
  const SamplerState &state() const { return state_; }
  const std::vector<cl_sampler_properties> &properties() const { return properties_; }
  /// The encoded settings that stand for the sampler in a kernel's argument block (ImageAbi.h, WeftSamplerBits).
  uint32_t number() const { return number_; }

private:
  ~Sampler() override = default;

  const RefPtr<Context> context_;
  const SamplerState state_;
  const std::vector<cl_sampler_properties> properties_;
  const uint32_t number_;
};

} // namespace weft::core

#endif
