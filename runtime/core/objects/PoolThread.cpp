// Records what the calling thread is doing for a worker pool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/objects/PoolThread.h"

#include <utility>

namespace weft::core {

namespace {

thread_local const cpu::WorkerPool *jobRunnerPool = nullptr;
thread_local bool isEndingJob = false;

} // namespace

JobRunnerScope::JobRunnerScope(const cpu::WorkerPool *pool) : before_(std::exchange(jobRunnerPool, pool)) {}
JobRunnerScope::~JobRunnerScope() { jobRunnerPool = before_; }
bool JobRunnerScope::onThisThread(const cpu::WorkerPool &pool) { return jobRunnerPool == &pool; }

JobEndScope::JobEndScope(const cpu::WorkerPool &pool)
    : before_(std::exchange(isEndingJob, true)), jobRunnerScope_(&pool) {}
JobEndScope::~JobEndScope() { isEndingJob = before_; }

bool mustNotWait() { return isEndingJob; }

} // namespace weft::core
