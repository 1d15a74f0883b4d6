// What the calling thread is doing for the pool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/PoolThread.h"

#include <utility>

#include "TaskThreads.h"
#include "core/Platform.h"

namespace weft::core {

namespace {

thread_local bool willRunJobs = false;
thread_local bool endsJob = false;

} // namespace

WillRunJobs::WillRunJobs(bool will) : before_(std::exchange(willRunJobs, will)) {}
WillRunJobs::~WillRunJobs() { willRunJobs = before_; }
bool WillRunJobs::onThisThread() { return willRunJobs; }

EndsJob::EndsJob() : before_(std::exchange(endsJob, true)) {}
EndsJob::~EndsJob() { endsJob = before_; }

void callApplication(std::function<void()> call) {
  if (!endsJob)
    return call();
  Platform::instance().callbackThread().post(std::move(call));
}

} // namespace weft::core
