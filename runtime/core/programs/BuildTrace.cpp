// Writes the facts about builds of programs and kernels into the trace.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/programs/BuildTrace.h"

#include <nlohmann/json.hpp>

#include "Text.h"

namespace weft::core {

namespace {

/// The greatest length of a source text in a trace. Longer texts are cut, so that they don't make the trace too large.
constexpr size_t maxSourceBytes = size_t{4} << 20;

std::string_view textOf(BuildOrigin origin) { return origin == BuildOrigin::cached ? "cache" : "compiler"; }

uint64_t numberAt(const nlohmann::json &object, const char *name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_unsigned() ? found->get<uint64_t>() : 0;
}

/// Adds the stages of a compilation to the trace, with the times that the compiler has measured.
void addStages(const nlohmann::json &made) {
  const auto stages = made.find("stages");
  if (stages == made.end() || !stages->is_array())
    return;
  for (const auto &stage : *stages)
    if (const auto name = stage.find("name"); name != stage.end() && name->is_string())
      trace::addSpanAt("stage", name->get<std::string>(), numberAt(stage, "begun"), numberAt(stage, "ended"), "");
}

} // namespace

void BuildTrace::endBuild(std::string_view what, BuildOrigin origin, bool failed) const {
  if (isOn())
    trace::addSpan("build", what, begun_, trace::now(),
                   concat(trace::field("from", textOf(origin)), failed ? ",\"failed\":true" : ""));
}

void BuildTrace::endCode(const cpu::KernelCode &code, const CodeRequest &request, std::string_view program,
                         std::string_view made, BuildOrigin origin) const {
  if (!isOn())
    return;
  const trace::Ticks ended = trace::now();
  // Whether a string in the JSON text `made` contains the quoted word "argument". Within a JSON string, quotes are
  // escaped, so the search can't find a name of a JSON member.
  trace::nameCode(&code, request.kernel, made.contains(R"(\"argument\")"));
  const WeftKernelInfo &info = code.info();
  const std::string name = concat(trace::field("code", concat(static_cast<const void *>(&code))), ",",
                                  trace::field("kernel", request.kernel));
  trace::addSpan("compile", concat("compile ", request.kernel), begun_, ended,
                 concat(name, ",", trace::field("from", textOf(origin))));
  // The description is left out if it isn't JSON, for example because another program has written to the cache.
  const auto parsed = nlohmann::json::parse(made, nullptr, false);
  const bool isThere = parsed.is_object();
  if (isThere && origin == BuildOrigin::compiled)
    addStages(parsed);
  trace::addFact("weft.code",
                 concat(name, ",", trace::field("program", program), ",", trace::field("request", request.text()), ",",
                        trace::field("from", textOf(origin)), ",",
                        trace::field("executor", info.executor == WEFT_EXECUTOR_FIBERS ? "fibers" : "loops"), ",",
                        trace::field("packetWidth", info.packetWidth), ",",
                        trace::rawField("made", isThere ? parsed.dump() : "null")));
}

void traceSource(std::string_view program, std::string_view source, std::string_view options) {
  trace::addFact("weft.program", concat(trace::field("program", program), ",", trace::field("options", options), ",",
                                        trace::field("source", source.substr(0, maxSourceBytes))));
}

void traceLink(std::string_view program, std::span<const std::string> parts) {
  std::string list;
  for (const std::string &part : parts)
    list += concat(list.empty() ? "\"" : ",\"", part, "\"");
  trace::addFact("weft.link", concat(trace::field("program", program), ",\"parts\":[", list, "]"));
}

void traceTrial(const TrialFacts &trial) {
  trace::addFact("weft.trial",
                 concat(trace::field("kernel", trial.kernel), ",", trace::field("candidate", trial.candidate), ",",
                        trace::field("present", trial.present), ",", trace::field("percent", trial.percent), ",",
                        trace::field("measurements", trial.measurements), ",",
                        trace::rawField("won", trial.hasWon ? "true" : "false")));
}

CacheKey keyOfFacts(const CacheKey &code) { return CacheKeyBuilder("facts").add(code.text).finish(); }

} // namespace weft::core
