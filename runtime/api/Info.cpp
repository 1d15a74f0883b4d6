// Writes the answers to clGet*Info queries.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/Info.h"

#include "Text.h"

namespace weft::api {

Result<> writeAnswer(const InfoValue &answer, const InfoRequest &request) {
  // CL_INVALID_VALUE: param_value is given, but has fewer bytes than the answer.
  if (request.value && request.size < answer.size())
    return fail(CL_INVALID_VALUE,
                concat("The answer has ", answer.size(), " bytes, but param_value_size is ", request.size, "."));
  if (request.value && answer.size() != 0)
    std::memcpy(request.value, answer.data(), answer.size());
  if (request.sizeReturned)
    *request.sizeReturned = answer.size();
  return {};
}

Error unknownQuery(cl_uint name) {
  return Error{CL_INVALID_VALUE, concat("There is no query ", hex(name), " for this kind of object.")};
}

} // namespace weft::api
