// What the calling thread is doing for the pool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/PoolThread.h"

#include <utility>

namespace weft::core {

namespace {

thread_local const cpu::WorkerPool *willRunJobs = nullptr;
thread_local bool endsJob = false;

} // namespace

WillRunJobs::WillRunJobs(const cpu::WorkerPool *pool) : before_(std::exchange(willRunJobs, pool)) {}
WillRunJobs::~WillRunJobs() { willRunJobs = before_; }
bool WillRunJobs::onThisThread(const cpu::WorkerPool &pool) { return willRunJobs == &pool; }

EndsJob::EndsJob(const cpu::WorkerPool &pool) : before_(std::exchange(endsJob, true)), willRunJobs_(&pool) {}
EndsJob::~EndsJob() { endsJob = before_; }

bool mustNotWait() { return endsJob; }

} // namespace weft::core
