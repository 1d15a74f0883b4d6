// Undoes a step if a later step of the same scope fails, by an error or by an exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_RUNTIME_SUPPORT_SCOPE_FAIL_H
#define WEFT_RUNTIME_SUPPORT_SCOPE_FAIL_H

#include <utility>

namespace weft {

/// Calls the action at the end of its scope, unless `dismiss` has been called, which says that all steps have
/// succeeded.
template <typename Action> class ScopeFail {
public:
  explicit ScopeFail(Action action) : action_(std::move(action)) {}
  ~ScopeFail() {
    if (!dismissed_)
      action_();
  }
  ScopeFail(const ScopeFail &) = delete;
  ScopeFail &operator=(const ScopeFail &) = delete;
  void dismiss() { dismissed_ = true; }

private:
  Action action_;
  bool dismissed_ = false;
};

} // namespace weft

#endif
