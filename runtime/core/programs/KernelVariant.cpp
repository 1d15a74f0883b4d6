// Compiles, caches and loads the machine code of a kernel.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/KernelVariant.h"

#include <BufferMemory.h>

#include <algorithm>
#include <chrono>
#include <ranges>
#include <utility>

#include <CL/cl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include "Log.h"
#include "Options.h"
#include "TaskThreads.h"
#include "Text.h"
#include "WriteSignalBlocker.h"
#include "core/cache/DiskCache.h"
#include "core/objects/CpuIdentity.h"
#include "core/objects/Device.h"
#include "core/objects/Faults.h"
#include "core/objects/Services.h"
#include "core/objects/Version.h"
#include "core/programs/BuildTrace.h"
#include "core/programs/CompilerLibrary.h"
#include "core/programs/CompilerWarnings.h"
#include "core/programs/FoundSchedule.h"
#include "core/programs/ScheduleSearch.h"
#include "core/programs/SpeculativeCompiles.h"

namespace weft::core {

namespace {

/// Loads the code, from its file if there is one: then debuggers and profilers find the code under a path that stays
/// valid.
auto load(const CachedCode &code, const std::string &name) {
  handleFaults();
  if (!code.path.empty())
    if (auto loaded = cpu::KernelCode::loadFile(code.path, code.bytes, name))
      return loaded;
  const WriteSignalBlocker signals;
  return cpu::KernelCode::loadBytes(code.bytes.data(), code.bytes.size(), name);
}

ScheduleExecutor executorFor(ExecutorChoice choice) {
  switch (choice) {
  case ExecutorChoice::automatic:
    return ScheduleExecutor::automatic;
  case ExecutorChoice::packets:
    return ScheduleExecutor::packets;
  case ExecutorChoice::loops:
    return ScheduleExecutor::loops;
  case ExecutorChoice::fibers:
    return ScheduleExecutor::fibers;
  }
  std::unreachable();
}

/// Returns the schedule that WEFT_SCHEDULE and WEFT_EXECUTOR ask for. The first call warns if WEFT_SCHEDULE is no
/// schedule; its words then don't hold.
KernelSchedule requestedSchedule() {
  static const std::optional<KernelSchedule> words = [] {
    std::optional<KernelSchedule> parsed = KernelSchedule::parse(Options::get().schedule);
    if (!parsed)
      log::warn(concat("WEFT_SCHEDULE is '", Options::get().schedule,
                       "', and should be words of a schedule, each once (docs/schedules.md). The default holds: the "
                       "compiler decides."));
    return parsed;
  }();
  KernelSchedule schedule = words.value_or(KernelSchedule());
  if (schedule.executor == ScheduleExecutor::automatic)
    schedule.executor = executorFor(Options::get().executor);
  return schedule;
}

/// The names of the stages in WEFT_WITHOUT. The compiler reports the names that it doesn't know.
std::vector<std::string> disabledStages() {
  std::vector<std::string> names;
  for (const auto part : std::views::split(Options::get().without, ','))
    names.emplace_back(part.begin(), part.end());
  return names;
}

/// If a thread that compiles with low priority has got less than half of a CPU during this time, other threads no
/// longer wait for it. The time is shorter than most compilations, but long compared with the time in which the system
/// wakes a thread.
constexpr std::chrono::milliseconds compilerWaitTime(5);

std::chrono::nanoseconds nanoseconds(const timespec &time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

CodeChecks requestedChecks() {
  CodeChecks checks;
  for (const auto &[word, check] :
       {std::pair(CheckWord::memory, CodeCheck::memory), std::pair(CheckWord::races, CodeCheck::races),
        std::pair(CheckWord::barriers, CodeCheck::barriers), std::pair(CheckWord::values, CodeCheck::values)})
    if (Options::get().check.contains(word))
      checks.add(check);
  return checks;
}

CodeRequest requestFor(std::string kernelName, CodeIndices indices, CodeBuffers buffers, CodeChecks checks) {
  checks.bits |= requestedChecks().bits;
  if (checks.has(CodeCheck::memory))
    cpu::trackClientMemory();
  return {.cpu = Options::get().cpu,
          .schedule = requestedSchedule(),
          .indices = indices,
          .buffers = buffers,
          .argumentConstants = {},
          .without = disabledStages(),
          .checks = checks,
          .kernel = std::move(kernelName)};
}

struct KernelVariant::Made {
  Code code;
  std::string facts = {};                  ///< empty if the request didn't take facts
  std::optional<FoundSchedule> found = {}; ///< the result of an earlier search that the code follows
};

KernelVariant::KernelVariant(std::shared_ptr<const ProgramCode> program, CodeRequest request, Search search)
    : program_(std::move(program)), request_(std::move(request)), searchAllowed_(search) {}

KernelVariant::~KernelVariant() = default;

void KernelVariant::startSpeculatively() {
  busyCount_.store(program_->services.speculativeCompiles.busyCount(), std::memory_order_relaxed);
  start(Demand::speculative);
}

void KernelVariant::startNow() { start(Demand::now); }

void KernelVariant::start(Demand demand) {
  if (ready_.load(std::memory_order_acquire))
    return;
  program_->services.compileThreads.post([self = shared_from_this(), demand] {
    if (demand == Demand::speculative && self->isStarted())
      return; // another thread is already making the code for a launch, and must keep its priority
    // No thread waits for the result here; a thread that needs the code calls `get` again.
    [[maybe_unused]] const auto made = self->get(demand);
  });
}

Result<const KernelVariant::Code *> KernelVariant::shared() const {
  if (!code_) [[unlikely]]
    return std::unexpected(code_.error());
  return &*code_;
}

Result<const KernelVariant::Code *> KernelVariant::get(Demand demand) {
  if (ready_.load(std::memory_order_acquire)) [[likely]]
    return shared();
  bool isDuplicate = false;
  {
    Lock lock(mutex_);
    ++waiting_;
    changed_.notifyAll();
    // If the thread that makes the code exists only in the process that forked this one, this process doesn't wait for
    // it.
    while (!isDuplicate && state_ == State::inProgress && makerProcess_ == getpid()) {
      if (compilerClock_)
        isDuplicate = !waitForCompiler(lock, *compilerClock_);
      else
        changed_.wait(lock);
    }
    --waiting_;
    if (state_ == State::there)
      return shared();
    state_ = State::inProgress;
    makerProcess_ = getpid();
    compilerClock_.reset();
  }
  Result<Made> made = Made();
  try {
    made = make(demand, isDuplicate);
  } catch (const std::bad_alloc &) {
    made = fail(CL_OUT_OF_HOST_MEMORY, "The host ran out of memory while a kernel was compiled.");
  } catch (const std::exception &exception) {
    made = fail(CL_OUT_OF_RESOURCES, exception.what());
  }
  return finish(std::move(made));
}

bool KernelVariant::waitForCompiler(Lock &lock, clockid_t cpuTime) {
  const auto begun = std::chrono::steady_clock::now();
  timespec before{}, after{};
  // A thread that has just ended has no CPU time clock any more.
  const bool works = clock_gettime(cpuTime, &before) == 0;
  changed_.waitUntil(lock, begun + compilerWaitTime);
  return !works || !compilerClock_ || clock_gettime(cpuTime, &after) != 0 ||
         nanoseconds(after) - nanoseconds(before) >= (std::chrono::steady_clock::now() - begun) / 2;
}

bool KernelVariant::waitUntilWanted(std::chrono::steady_clock::time_point time) {
  Lock lock(mutex_);
  while (waiting_ == 0 && std::chrono::steady_clock::now() < time)
    changed_.waitUntil(lock, time);
  return waiting_ != 0;
}

void KernelVariant::deprioritise(pid_t thread, clockid_t cpuTime) {
  Lock lock(mutex_);
  const sched_param none{};
  if (waiting_ == 0 && sched_setscheduler(thread, SCHED_IDLE, &none) == 0)
    compilerClock_ = cpuTime;
}

const KernelVariant::Code *KernelVariant::ready() const {
  return ready_.load(std::memory_order_acquire) && code_ ? &*code_ : nullptr;
}

bool KernelVariant::wasSearched() const { return foundSchedule().has_value(); }

const KernelVariant::Code &KernelVariant::best() const { return search_ ? search_->best() : *code_; }

ScheduleSearch *KernelVariant::openSearch() const {
  return search_ && search_->wantsLaunches() ? search_.get() : nullptr;
}

bool KernelVariant::isStarted() const {
  Lock lock(mutex_);
  return state_ != State::missing;
}

Result<const KernelVariant::Code *> KernelVariant::finish(Result<Made> made) {
  // The error is stored only if the compiler has refused the kernel. After other errors, such as a lack of memory, the
  // next attempt may succeed.
  bool final = made || made.error().code == CL_INVALID_PROGRAM_EXECUTABLE;
  {
    Lock lock(mutex_);
    if (state_ == State::there) // another thread has made the code meanwhile
      return shared();
    state_ = final ? State::there : State::missing;
    compilerClock_.reset();
    if (final) {
      if (made) {
        code_ = std::move(made->code);
        if (asksForFacts_)
          facts_ = std::move(made->facts);
        beginSearch(made->found);
      } else {
        code_ = std::unexpected(made.error());
      }
      ready_.store(true, std::memory_order_release);
    }
  }
  changed_.notifyAll();
  if (!final) {
    hasFailed_.store(true, std::memory_order_relaxed);
    return std::unexpected(std::move(made).error());
  }
  return shared();
}

void KernelVariant::beginSearch(const std::optional<FoundSchedule> &found) {
  if (searchAllowed_ == Search::none || !mayBeSearched(request_) || !isSearchable((*code_)->info()))
    return;
  const auto store = [this](const FoundSchedule &result) {
    const auto key = keyFor("schedule", request_);
    if (!key)
      return;
    program_->foundSchedules->add(*key, result);
    if (program_->services.cache.enabled())
      program_->services.cache.store(*key, CacheKind::schedule, result.text());
  };
  try {
    search_ = std::make_unique<ScheduleSearch>(program_, request_, *code_, compileTime(), found, store);
  } catch (const std::bad_alloc &) {
    // The code is good without a search.
  }
}

Result<CacheKey> KernelVariant::keyFor(std::string_view purpose, const CodeRequest &request) const {
  return CacheKeyBuilder(purpose)
      .add(driverVersion())
      .add(concat(WEFT_KERNEL_ABI_VERSION))
      .add(TRY(program_->services.compiler.identity()))
      .add(cpuIdentity())
      .add(program_->hash)
      .add(request.text())
      .finish();
}

std::optional<FoundSchedule> KernelVariant::foundSchedule() const {
  DiskCache &cache = program_->services.cache;
  FoundSchedules &ofProgram = *program_->foundSchedules;
  if (searchAllowed_ == Search::none || !mayBeSearched(request_) || (!cache.enabled() && ofProgram.isEmpty()))
    return std::nullopt;
  const auto key = keyFor("schedule", request_);
  if (!key)
    return std::nullopt;
  auto found = ofProgram.find(*key);
  if (found || !cache.enabled())
    return found;
  if (const auto text = cache.load(*key, CacheKind::schedule))
    found = FoundSchedule::parse(*text);
  if (found)
    ofProgram.add(*key, *found);
  return found;
}

std::optional<KernelVariant::Made> KernelVariant::loadFromCache(const CacheKey &key, const CodeRequest &request,
                                                                const BuildTrace &traced) const {
  DiskCache &cache = program_->services.cache;
  const std::optional<CachedCode> cached = cache.loadCode(key);
  if (!cached)
    return std::nullopt;
  std::optional<std::string> facts = std::string();
  if (traced.isOn() || asksForFacts_)
    facts = cache.load(keyOfFacts(key), CacheKind::program);
  if (!facts)
    return std::nullopt;
  auto code = load(*cached, request.kernel);
  if (!code)
    return std::nullopt;
  traced.endCode(**code, request, program_->hash, *facts, BuildOrigin::cached);
  return Made{*code, std::move(*facts)};
}

Result<KernelVariant::Made> KernelVariant::make(Demand demand, bool isDuplicate) {
  const auto found = foundSchedule();
  if (!found)
    return make(request_, demand, isDuplicate);
  log::write(log::Topic::vectorize, "kernel ", request_.kernel, ": an earlier search found the fastest schedule: ",
             found->schedule.text().empty() ? "the compiler's choice" : found->schedule.text(), "\n");
  CodeRequest request = request_;
  request.schedule = found->schedule;
  Made made = TRY(make(request, demand, isDuplicate));
  made.found = found;
  return made;
}

Result<KernelVariant::Made> KernelVariant::make(const CodeRequest &request, Demand demand, bool isDuplicate) {
  const BuildTrace traced;
  DiskCache &cache = program_->services.cache;
  if (!cache.enabled())
    return makeWithCompiler(request, nullptr, traced, demand);
  const CacheKey key = TRY(keyFor("kernel", request));
  DiskCache::EntryClaim claim; // held until the code is stored
  // With WEFT_DUMP_IR the code is always compiled, so that the user sees its IR.
  if (Options::get().dumpIr.empty()) {
    if (auto made = loadFromCache(key, request, traced))
      return std::move(*made);
    if (demand == Demand::speculative) // waits before this thread takes the claim, for which other processes would
                                       // wait, and before it loads the compiler library
      program_->services.speculativeCompiles.waitUntilIdle(*this, busyCount_.load(std::memory_order_relaxed));
    if (!isDuplicate) // a duplicate takes no claim, because the thread that began first holds it
      claim =
          cache.claimEntry(key, CacheKind::kernel,
                           demand == Demand::speculative && program_->services.speculativeCompiles.mayDeprioritise());
    if (claim.entryExists)
      if (auto made = loadFromCache(key, request, traced))
        return std::move(*made);
  }
  return makeWithCompiler(request, &key, traced, demand);
}

Result<KernelVariant::Made> KernelVariant::makeWithCompiler(const CodeRequest &code, const CacheKey *cacheKey,
                                                            const BuildTrace &traced, Demand demand) {
  const Services &services = program_->services;
  const Options &options = Options::get();
  const std::string codeText = code.text();
  WeftGenerateRequest request{};
  request.program = {program_->il.data(), program_->il.size()};
  request.code = {codeText.data(), codeText.size()};
  request.dumpFolder = options.dumpIr.empty() ? nullptr : options.dumpIr.c_str();
  request.logTimes = log::enabled(log::Topic::time);
  request.logRemarks = log::enabled(log::Topic::vectorize);
  request.takeFacts = traced.isOn() || asksForFacts_;
  if (demand == Demand::speculative) {
    request.begins = [](void *self) {
      auto &variant = *static_cast<KernelVariant *>(self);
      variant.program_->services.speculativeCompiles.begin(variant, variant.busyCount_.load(std::memory_order_relaxed));
    };
    request.ends = [](void *self) {
      auto &variant = *static_cast<KernelVariant *>(self);
      variant.program_->services.speculativeCompiles.end(variant);
    };
    request.argument = this;
  }
  const cl_ulong begun = Device::now();
  auto generated = services.compiler.generate(request);
  if (demand == Demand::speculative) // removes the record if the compiler crashed before it called `ends`
    services.speculativeCompiles.end(*this);
  CompilerOutput output = TRY(std::move(generated));
  compileTime_.store(Device::now() - begun, std::memory_order_relaxed);
  if (!output.log.empty())
    log::write(request.logTimes     ? log::Topic::time
               : request.logRemarks ? log::Topic::vectorize
                                    : log::Topic::build,
               "kernel ", request_.kernel,
               request_.buffers == CodeBuffers::any ? ", for launches whose arguments overlap\n" : "\n", output.log);
  // If the log has such warnings, the code isn't what the request says. So it is not stored; only this process uses it.
  if (logSettingsWarnings(output.log))
    cacheKey = nullptr;
  if (output.status != WEFT_COMPILER_OK)
    return fail(CL_INVALID_PROGRAM_EXECUTABLE,
                concat("Kernel '", request_.kernel, "' could not be compiled: ", output.log));
  CachedCode made{std::move(output.code), {}};
  if (cacheKey)
    made.path = services.cache.storeCode(*cacheKey, made.bytes);
  if (cacheKey && request.takeFacts)
    services.cache.store(keyOfFacts(*cacheKey), CacheKind::program, output.manifest);
  auto loaded = load(made, request_.kernel);
  // Loading fails only if the process lacks memory, file descriptors or mappings. So the next attempt may succeed.
  if (!loaded)
    return fail(CL_OUT_OF_RESOURCES,
                concat("The code of kernel '", request_.kernel, "' could not be loaded: ", loaded.error()));
  traced.endCode(**loaded, code, program_->hash, output.manifest, BuildOrigin::compiled);
  return Made{*loaded, std::move(output.manifest)};
}

} // namespace weft::core
