// Makes the compiler read a SPIR-V module.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/IlModule.h"

#include <CL/cl.h>

#include <nlohmann/json.hpp>

#include "Options.h"
#include "core/programs/CompilerLibrary.h"

namespace weft::core {

Result<IlModule> IlModule::read(const Services &services, std::string bytes) {
  WeftDescribeRequest request{};
  request.module = {bytes.data(), bytes.size()};
  request.isUnchecked = Options::get().spirvValidation == SpirvValidation::off;
  const CompilerOutput described = TRY(services.compiler.describeSpirv(request));
  if (described.status != WEFT_COMPILER_OK)
    return fail(CL_INVALID_VALUE, described.log);
  IlModule module{std::move(bytes), {}};
  const auto json = nlohmann::json::parse(described.manifest);
  for (const auto &constant : json.at("constants"))
    module.constants.push_back({constant.at("id").get<uint32_t>(), constant.at("bytes").get<uint32_t>()});
  return module;
}

} // namespace weft::core
