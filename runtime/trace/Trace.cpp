// The functions that the runtime calls while there is a trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Trace.h"

#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "Options.h"
#include "TraceRecorder.h"
#include "TraceSignals.h"

namespace weft::trace {

namespace detail {
constinit std::atomic<bool> isOn{false};
} // namespace detail

namespace {

/// Set before isOn, and never changed after that.
constinit TraceRecorder *recorder = nullptr;

} // namespace

void start() {
  const Options &options = Options::get();
  if (options.trace.empty() || recorder)
    return;
  auto *made = new TraceRecorder;
  if (!made->open(options.trace, uint64_t{options.traceMegabytes} << 20))
    return;
  // Waits 5 ms before the calibration, because a longer time between construction and calibration makes the clock's
  // rate more exact.
  const timespec while_{0, 5'000'000};
  nanosleep(&while_, nullptr);
  made->begin();
  recorder = made;
  pthread_atfork([] { recorder->lockForFork(); }, [] { recorder->unlockInParent(); }, [] { recorder->resetInChild(); });
  std::atexit([] { recorder->end(); });
  installFatalHandlers([](bool isEnd) { recorder->writeOutAtFault(isEnd); });
  detail::isOn.store(true, std::memory_order_release);
}

uint32_t addQueue(bool inOrder) {
  static constinit std::atomic<uint32_t> count{0};
  const uint32_t number = count.fetch_add(1, std::memory_order_relaxed) + 1;
  if (on())
    recorder->addQueue(number, inOrder);
  return number;
}

void nameCode(const void *code, std::string_view kernel, bool wantsArguments) {
  if (on())
    recorder->nameCode(code, kernel, wantsArguments);
}

namespace {

/// A time in ticks, about a microsecond; a nanosecond has one to five ticks. The arguments of launches that take less
/// time are not recorded, and neither are waits that take less time.
constexpr Ticks shortest = 2000;

void addArguments(Ring &ring, std::span<const std::byte> arguments, Ticks ended) noexcept {
  Record *record = ring.reserve();
  if (!record)
    return;
  record->kind = Record::Kind::arguments;
  record->ended = ended;
  record->type = static_cast<uint32_t>(std::min(arguments.size(), Record::maxArgumentBytes));
  std::memcpy(record->arguments.data(), arguments.data(), record->type);
  static_cast<void>(ring.publish());
}

} // namespace

void endCommand(const CommandTimes &times, const CommandFacts &facts) noexcept {
  Ring *ring = recorder->ring();
  if (!ring)
    return;
  const Ticks end = times.ended != 0 ? times.ended : now();
  if (!facts.arguments.empty() && end - times.started >= shortest)
    addArguments(*ring, facts.arguments, end);
  Record *record = ring->reserve();
  if (!record)
    return;
  record->kind = times.ended != 0 ? Record::Kind::unsplitCommand : Record::Kind::command;
  record->type = facts.type;
  record->status = facts.status;
  record->workDim = facts.workDim;
  record->id = times.id;
  record->after = times.after;
  record->rest.queued = times.queued;
  record->rest.submitted = times.submitted != 0 ? times.submitted : times.queued;
  record->rest.begun = times.started != 0 ? times.started : end;
  record->ended = end;
  record->rest.code = facts.code;
  record->rest.bytes = facts.bytes;
  record->rest.size = facts.globalSize;
  for (size_t d = 0; d < 3; ++d)
    record->rest.localSize[d] = static_cast<uint32_t>(facts.localSize[d]);
  if (ring->publish())
    recorder->wakeWriter();
}

void addDependency(CommandId first, CommandId second) noexcept {
  Ring *ring = recorder->ring();
  Record *record = ring ? ring->reserve() : nullptr;
  if (!record)
    return;
  record->kind = Record::Kind::dependency;
  record->id = second;
  record->after = first;
  record->ended = now();
  if (ring->publish())
    recorder->wakeWriter();
}

void beginPiece(const Piece &piece, Ticks begun) noexcept {
  Ring *ring = recorder->ring();
  if (!ring)
    return;
  const uint32_t depth = ring->depth.load(std::memory_order_relaxed);
  if (depth < Ring::maxDepth)
    ring->open[depth] = {piece, begun};
  ring->depth.store(depth + 1, std::memory_order_release);
}

void endPiece(Ticks ended, bool isRecorded) noexcept {
  Ring *ring = recorder->ring();
  const uint32_t depth = ring ? ring->depth.load(std::memory_order_relaxed) : 0;
  if (depth == 0) // the piece began without a trace, or before a fork
    return;
  ring->depth.store(depth - 1, std::memory_order_relaxed);
  Record *record = isRecorded && depth <= Ring::maxDepth ? ring->reserve() : nullptr;
  if (!record)
    return;
  const Ring::Open &open = ring->open[depth - 1];
  record->kind = Record::Kind::piece;
  record->type = open.piece.type;
  record->id = open.piece.command;
  record->rest.code = open.piece.code;
  record->rest.begun = open.begun;
  record->ended = ended;
  record->rest.size = {open.piece.begin, open.piece.end, 0};
  if (ring->publish())
    recorder->wakeWriter();
}

void addWait(CommandId command, Ticks begun, Ticks ended) noexcept {
  Ring *ring = ended - begun >= shortest ? recorder->ring() : nullptr;
  Record *record = ring ? ring->reserve() : nullptr;
  if (!record)
    return;
  record->kind = Record::Kind::wait;
  record->id = command;
  record->rest.begun = begun;
  record->ended = ended;
  if (ring->publish())
    recorder->wakeWriter();
}

void addSpan(std::string_view category, std::string_view name, Ticks begun, Ticks ended, std::string_view fields) {
  if (on())
    recorder->addSpan(category, name, recorder->clock().nanoseconds(begun), recorder->clock().nanoseconds(ended),
                      fields);
}

void addSpanAt(std::string_view category, std::string_view name, uint64_t begun, uint64_t ended,
               std::string_view fields) {
  if (on())
    recorder->addSpan(category, name, begun, ended, fields);
}

void addFact(std::string_view name, std::string_view fields) {
  if (on())
    recorder->addFact(name, fields);
}

void writeOutAtFault() noexcept {
  if (on())
    recorder->writeOutAtFault(true);
}

} // namespace weft::trace
