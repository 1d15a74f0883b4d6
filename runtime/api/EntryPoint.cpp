// Reports failed calls to the log and to the context's callback.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "api/EntryPoint.h"

#include <CL/cl_ext.h>

#include <exception>
#include <new>

#include "Log.h"
#include "core/objects/Context.h"

namespace weft::api {

Result<> checkAlive(const core::Context &context) {
  if (context.terminated()) [[unlikely]]
    return fail(CL_CONTEXT_TERMINATED_KHR, "The context has been terminated.");
  return {};
}

cl_int Call::failed(cl_int code, std::string_view message) const noexcept {
  try {
    log::write(log::Topic::errors, function_, ": ", message, " (", code, ")");
    if (context_)
      context_->notify(message);
  } catch (...) {
    // There is not enough memory for the report. The application still gets the error code.
  }
  return code;
}

cl_int Call::threw() const noexcept {
  try {
    throw;
  } catch (const std::bad_alloc &) {
    return failed(CL_OUT_OF_HOST_MEMORY, "The host is out of memory.");
  } catch (const std::exception &exception) {
    return failed(CL_OUT_OF_RESOURCES, exception.what());
  } catch (...) {
    return CL_OUT_OF_RESOURCES;
  }
}

void Call::log() const noexcept {
  if (log::enabled(log::Topic::api)) [[unlikely]]
    log::write(log::Topic::api, function_);
}

} // namespace weft::api
