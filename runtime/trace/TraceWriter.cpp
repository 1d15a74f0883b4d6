// Converts the threads' records to events of the Chrome trace-event format, and writes them to the trace's file.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TraceWriter.h"

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace weft::trace {

namespace {

/// The ids of queues' tracks start here. No Linux thread has so large an id.
constexpr uint64_t firstQueueTrack = 10'000'000;
constexpr uint64_t tracksOfQueue = 100;
/// A dependency is written when both of its commands are in the trace. If one of them is still missing after this many
/// rounds (in each, all new records are written), the dependency is dropped: the command's record was lost, or the
/// command never ends.
constexpr unsigned maxRounds = 100;
constexpr unsigned drawnBits = 15;

std::string_view nameOfType(uint32_t type) {
  switch (type) {
  case CL_COMMAND_NDRANGE_KERNEL:
  case CL_COMMAND_TASK:
    return "kernel";
  case CL_COMMAND_NATIVE_KERNEL:
    return "native kernel";
  case CL_COMMAND_READ_BUFFER:
    return "read buffer";
  case CL_COMMAND_WRITE_BUFFER:
    return "write buffer";
  case CL_COMMAND_COPY_BUFFER:
    return "copy buffer";
  case CL_COMMAND_READ_IMAGE:
    return "read image";
  case CL_COMMAND_WRITE_IMAGE:
    return "write image";
  case CL_COMMAND_COPY_IMAGE:
    return "copy image";
  case CL_COMMAND_COPY_IMAGE_TO_BUFFER:
    return "copy image to buffer";
  case CL_COMMAND_COPY_BUFFER_TO_IMAGE:
    return "copy buffer to image";
  case CL_COMMAND_MAP_BUFFER:
    return "map buffer";
  case CL_COMMAND_MAP_IMAGE:
    return "map image";
  case CL_COMMAND_UNMAP_MEM_OBJECT:
    return "unmap";
  case CL_COMMAND_MARKER:
    return "marker";
  case CL_COMMAND_BARRIER:
    return "barrier";
  case CL_COMMAND_READ_BUFFER_RECT:
    return "read rectangle";
  case CL_COMMAND_WRITE_BUFFER_RECT:
    return "write rectangle";
  case CL_COMMAND_COPY_BUFFER_RECT:
    return "copy rectangle";
  case CL_COMMAND_MIGRATE_MEM_OBJECTS:
    return "migrate";
  case CL_COMMAND_FILL_BUFFER:
    return "fill buffer";
  case CL_COMMAND_FILL_IMAGE:
    return "fill image";
  case CL_COMMAND_SVM_FREE:
    return "free shared memory";
  case CL_COMMAND_SVM_MEMCPY:
    return "copy shared memory";
  case CL_COMMAND_SVM_MEMFILL:
    return "fill shared memory";
  case CL_COMMAND_SVM_MAP:
    return "map shared memory";
  case CL_COMMAND_SVM_UNMAP:
    return "unmap shared memory";
  case CL_COMMAND_COMMAND_BUFFER_KHR:
    return "command-buffer";
  default:
    return "command";
  }
}

/// The highest bits of the product are the index of the hash slot. The lowest bits of the id would not do, because they
/// are equal for commands of different queues.
size_t hashSlotOf(CommandId id) { return static_cast<size_t>(id * 0x9E3779B97F4A7C15 >> (64 - drawnBits)); }

} // namespace

TraceWriter::TraceWriter(TraceFile &file, const TraceClock &clock)
    : file_(file), clock_(clock), drawn_(std::make_unique<std::array<Drawn, maxDrawn>>()),
      dependencies_(std::make_unique<std::array<Dependency, maxDependencies>>()) {}

void TraceWriter::beginFile() {
  process_ = static_cast<uint64_t>(getpid());
  buffer_.clear();
  dependencyCount_ = 0;
  lost_ = 0;
  drawn_->fill({});
  buffer_ << "[\n";
  writeLine("{\"ph\":\"M\",\"pid\":" + std::to_string(process_) + ",\"name\":\"process_name\",\"args\":{" +
            field("name", program_invocation_short_name) + "}}");
  for (auto &[number, queue] : queues_) {
    queue.lanes = 0;
    queue.end.fill(0);
    nameLane(number, 0);
  }
}

void TraceWriter::addQueue(uint32_t number, bool inOrder) {
  queues_[number].inOrder = inOrder;
  nameLane(number, 0);
}

void TraceWriter::nameCode(const void *code, std::string_view kernel, bool wantsArguments) {
  constexpr size_t longest = 200; // longer names are cut: this is enough for a viewer, and the source and the facts in
                                  // the trace contain the whole name
  kernels_[code] = {escaped(kernel.substr(0, longest)), wantsArguments};
}

void TraceWriter::flush() {
  static_cast<void>(file_.write(buffer_.text()));
  buffer_.clear();
}

void TraceWriter::flushIfFull() {
  if (buffer_.isFull())
    flush();
}

void TraceWriter::writeLine(std::string_view event) {
  if (event.size() + 2 > TextBuffer::capacity / 2) {
    flush();
    static_cast<void>(file_.write(event) && file_.write(",\n"));
    return;
  }
  if (buffer_.text().size() + event.size() + 2 > TextBuffer::capacity)
    flush();
  buffer_ << event << ",\n";
}

void TraceWriter::nameLane(uint32_t queue, size_t lane) {
  Queue &its = queues_[queue];
  its.lanes = std::max(its.lanes, lane + 1);
  const uint64_t track = firstQueueTrack + queue * tracksOfQueue + lane;
  flushIfFull();
  beginEvent("M", track, 0);
  buffer_ << ",\"name\":\"thread_name\",\"args\":{\"name\":\"queue " << uint64_t{queue}
          << (its.inOrder ? "\"}},\n" : " (out of order)\"}},\n");
  beginEvent("M", track, 0);
  buffer_ << ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":" << queue * tracksOfQueue + lane << "}},\n";
}

void TraceWriter::nameThread(pid_t thread, std::string_view name) {
  flushIfFull();
  const auto track = static_cast<uint64_t>(thread);
  beginEvent("M", track, 0);
  buffer_ << ",\"name\":\"thread_name\",\"args\":{\"name\":\"" << name << "\"}},\n";
  beginEvent("M", track, 0);
  buffer_ << ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":" << track + firstQueueTrack << "}},\n";
}

/// Begins an event; a name must follow. `time` is 0 for an event without a time.
void TraceWriter::beginEvent(std::string_view phase, uint64_t track, uint64_t time) {
  buffer_ << "{\"ph\":\"" << phase << "\",\"pid\":" << process_ << ",\"tid\":" << track;
  if (time != 0)
    (buffer_ << ",\"ts\":").microseconds(time);
}

void TraceWriter::writeName(uint32_t type, const void *code) {
  const auto kernel = kernels_.find(code);
  buffer_ << ",\"name\":\"" << (kernel != kernels_.end() ? std::string_view(kernel->second.name) : nameOfType(type))
          << "\"";
}

/// Writes the queue's id, and the command's index in the queue.
void TraceWriter::writeId(CommandId id) {
  buffer_ << "\"" << (id >> queueShift) << "." << (id & ((CommandId{1} << queueShift) - 1)) << "\"";
}

/// Returns the first track of the command's queue on which no other command is drawn at the time `begun`.
uint64_t TraceWriter::trackOf(CommandId id, uint64_t begun, uint64_t ended) {
  const auto number = static_cast<uint32_t>(id >> queueShift);
  Queue &queue = queues_[number];
  size_t lane = 0;
  while (!queue.inOrder && lane + 1 < maxLanes && queue.end[lane] > begun)
    ++lane;
  if (lane >= queue.lanes)
    nameLane(number, lane);
  queue.end[lane] = std::max(queue.end[lane], ended);
  return firstQueueTrack + number * tracksOfQueue + lane;
}

void TraceWriter::write(const Record &record, pid_t thread) {
  flushIfFull();
  switch (record.kind) {
  case Record::Kind::command:
  case Record::Kind::unsplitCommand:
    return writeCommand(record, thread);
  case Record::Kind::arguments:
    arguments_ = record.arguments;
    argumentBytes_ = record.type;
    return;
  case Record::Kind::piece:
    return writePiece({record.id, record.rest.code, record.type, record.rest.size[0], record.rest.size[1]},
                      clock_.nanoseconds(record.rest.begun), clock_.nanoseconds(record.ended), thread);
  case Record::Kind::dependency:
    if (dependencyCount_ == maxDependencies) {
      std::copy(dependencies_->begin() + maxDependencies / 2, dependencies_->end(), dependencies_->begin());
      dependencyCount_ /= 2;
    }
    (*dependencies_)[dependencyCount_++] = {record.after, record.id, 0};
    return;
  case Record::Kind::wait:
    const uint64_t begun = clock_.nanoseconds(record.rest.begun);
    beginEvent("X", static_cast<uint64_t>(thread), begun);
    (buffer_ << ",\"dur\":").microseconds(clock_.nanoseconds(record.ended) - begun)
        << ",\"cat\":\"wait\",\"name\":\"wait\",\"args\":{\"for\":";
    writeId(record.id);
    buffer_ << "}},\n";
    return;
  }
}

void TraceWriter::writeCommand(const Record &record, pid_t thread) {
  const uint64_t begun = clock_.nanoseconds(record.rest.begun);
  // Viewers attach flow arrows only to events with a duration. So each event gets a duration of at least a nanosecond.
  const uint64_t ended = std::max(begun + 1, clock_.nanoseconds(record.ended));
  const uint64_t track = trackOf(record.id, begun, ended);
  (*drawn_)[hashSlotOf(record.id)] = {record.id, track, begun, ended};
  beginEvent("X", track, begun);
  (buffer_ << ",\"dur\":").microseconds(ended - begun) << ",\"cat\":\"command\"";
  writeName(record.type, record.rest.code);
  buffer_ << ",\"args\":{\"type\":\"" << nameOfType(record.type) << "\",\"id\":";
  writeId(record.id);
  if (record.after != 0) {
    buffer_ << ",\"after\":";
    writeId(record.after);
  }
  (buffer_ << ",\"queued\":").microseconds(clock_.nanoseconds(record.rest.queued));
  (buffer_ << ",\"submitted\":").microseconds(clock_.nanoseconds(record.rest.submitted));
  if (record.status < 0)
    buffer_ << ",\"error\":" << int64_t{record.status};
  if (record.rest.bytes != 0)
    buffer_ << ",\"bytes\":" << record.rest.bytes;
  if (record.workDim != 0) {
    buffer_ << ",\"global\":[" << record.rest.size[0];
    for (uint32_t d = 1; d < record.workDim; ++d)
      buffer_ << "," << record.rest.size[d];
    buffer_ << "],\"local\":[" << uint64_t{record.rest.localSize[0]};
    for (uint32_t d = 1; d < record.workDim; ++d)
      buffer_ << "," << uint64_t{record.rest.localSize[d]};
    (buffer_ << "],\"code\":\"").hexadecimal(reinterpret_cast<uintptr_t>(record.rest.code)) << "\"";
  }
  writeArguments(record.rest.code);
  buffer_ << "}},\n";
  if (record.kind != Record::Kind::unsplitCommand)
    return;
  uint64_t pieces = record.workDim != 0 ? 1 : 0;
  for (uint32_t d = 0; d < record.workDim; ++d)
    pieces *= record.rest.localSize[d] != 0 ? (record.rest.size[d] - 1) / record.rest.localSize[d] + 1 : 1;
  flushIfFull();
  writePiece({record.id, record.rest.code, record.type, 0, pieces}, begun, ended, thread);
}

/// Writes the bytes of the launch's argument block in hexadecimal.
void TraceWriter::writeArguments(const void *code) {
  const auto kernel = kernels_.find(code);
  if (argumentBytes_ != 0 && kernel != kernels_.end() && kernel->second.wantsArguments) {
    constexpr std::string_view digits = "0123456789abcdef";
    buffer_ << ",\"arguments\":\"";
    for (size_t i = 0; i < argumentBytes_; ++i) {
      const auto byte = std::to_integer<unsigned>(arguments_[i]);
      const char both[] = {digits[byte >> 4], digits[byte & 15]};
      buffer_ << std::string_view(both, 2);
    }
    buffer_ << "\"";
  }
  argumentBytes_ = 0;
}

void TraceWriter::writePiece(const Piece &piece, uint64_t begun, uint64_t ended, pid_t thread) {
  beginEvent("X", static_cast<uint64_t>(thread), begun);
  (buffer_ << ",\"dur\":").microseconds(ended - begun) << ",\"cat\":\"piece\"";
  writeName(piece.type, piece.code);
  buffer_ << ",\"args\":{\"command\":";
  writeId(piece.command);
  if (piece.end != 0)
    buffer_ << ",\"first\":" << piece.begin << ",\"count\":" << piece.end - piece.begin;
  buffer_ << "}},\n";
}

void TraceWriter::writeOpen(const Piece &piece, Ticks begun, pid_t thread) {
  flushIfFull();
  beginEvent("B", static_cast<uint64_t>(thread), clock_.nanoseconds(begun));
  buffer_ << ",\"cat\":\"piece\"";
  writeName(piece.type, piece.code);
  buffer_ << ",\"args\":{\"unfinished\":true,\"command\":";
  writeId(piece.command);
  buffer_ << ",\"first\":" << piece.begin << ",\"count\":" << piece.end - piece.begin << "}},\n";
}

const TraceWriter::Drawn *TraceWriter::find(CommandId id) const {
  const Drawn &drawn = (*drawn_)[hashSlotOf(id)];
  return drawn.id == id ? &drawn : nullptr;
}

/// Writes the flow arrow of a dependency. Returns false, and writes nothing, if the event of one of the two commands
/// has not been written yet.
bool TraceWriter::writeFlow(const Dependency &dependency) {
  const Drawn *first = find(dependency.first);
  const Drawn *second = find(dependency.second);
  if (!first || !second)
    return false;
  ++flows_;
  flushIfFull();
  const auto writeEnd = [&](std::string_view phase, const Drawn &drawn, uint64_t time) {
    beginEvent(phase, drawn.track, time);
    buffer_ << ",\"cat\":\"dependency\",\"name\":\"dependency\",\"id\":" << flows_ << "},\n";
  };
  writeEnd("s", *first, first->ended - 1);
  writeEnd("f\",\"bp\":\"e", *second, second->begun);
  return true;
}

void TraceWriter::endRound(uint64_t lost) {
  size_t kept = 0;
  for (size_t i = 0; i < dependencyCount_; ++i) {
    Dependency &dependency = (*dependencies_)[i];
    if (!writeFlow(dependency) && ++dependency.rounds < maxRounds)
      (*dependencies_)[kept++] = dependency;
  }
  dependencyCount_ = kept;
  if (lost != 0) {
    lost_ += lost;
    flushIfFull();
    buffer_ << "{\"ph\":\"M\",\"pid\":" << process_ << ",\"name\":\"weft.lost\",\"args\":{\"events\":" << lost_
            << "}},\n";
  }
  flush();
}

void TraceWriter::endFile() {
  flushIfFull();
  buffer_ << "{\"ph\":\"M\",\"pid\":" << process_ << ",\"name\":\"weft.end\",\"args\":{}}\n]\n";
  flush();
  file_.close();
}

std::string TraceWriter::span(std::string_view category, std::string_view name, pid_t thread, uint64_t begun,
                              uint64_t ended, std::string_view fields) const {
  const auto time = [](uint64_t nanoseconds) {
    const std::string rest = std::to_string(nanoseconds % 1000);
    return std::to_string(nanoseconds / 1000) + "." + std::string(3 - rest.size(), '0') + rest;
  };
  return "{\"ph\":\"X\",\"pid\":" + std::to_string(process_) + ",\"tid\":" + std::to_string(thread) +
         ",\"ts\":" + time(begun) + ",\"dur\":" + time(ended > begun ? ended - begun : 0) + "," +
         field("cat", category) + "," + field("name", name) + ",\"args\":{" + std::string(fields) + "}}";
}

std::string TraceWriter::fact(std::string_view name, std::string_view fields) const {
  return "{\"ph\":\"M\",\"pid\":" + std::to_string(process_) + "," + field("name", name) + ",\"args\":{" +
         std::string(fields) + "}}";
}

} // namespace weft::trace
