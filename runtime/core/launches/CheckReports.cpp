// Reports the faults that the checks of a launch have found.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launches/CheckReports.h"

#include <fcntl.h>
#include <unistd.h>

#include <bit>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <string_view>

#include <nlohmann/json.hpp>

#include "Log.h"
#include "Options.h"
#include "Text.h"
#include "core/objects/PoolThread.h"

namespace weft::core {

namespace {

using cpu::CheckedItem;
using cpu::CheckedSite;
using cpu::CheckFault;
using What = CheckFault::What;

std::string_view wordOf(What what) {
  switch (what) {
  case What::outside:
    return "outside";
  case What::nowhere:
    return "nowhere";
  case What::released:
    return "released";
  case What::misaligned:
    return "misaligned";
  case What::forbidden:
    return "forbidden";
  case What::division:
    return "division";
  case What::conversion:
    return "conversion";
  case What::shift:
    return "shift";
  case What::barrier:
    return "barrier";
  case What::race:
    return "race";
  case What::unwritten:
    return "unwritten";
  case What::format:
    return "format";
  case What::cast:
    return "cast";
  case What::divergent:
    return "parted";
  case What::unwaited:
    return "unwaited";
  case What::noEvent:
    return "no-event";
  }
  return "";
}

std::string_view accessOf(const CheckedSite &site) {
  if (site.isByCopy)
    return site.kind == WEFT_CHECK_LOAD ? "read by an asynchronous copy" : "write by an asynchronous copy";
  return site.kind == WEFT_CHECK_LOAD || site.kind == WEFT_CHECK_UNWRITTEN ? "read"
         : site.kind == WEFT_CHECK_STORE                                   ? "write"
                                                                           : "atomic access";
}

std::string withArticle(std::string_view words) {
  return concat(std::string_view("aeiou").contains(words.front()) ? "an " : "a ", words);
}

std::string_view kindOf(const CheckedSite &site) {
  switch (site.objectKind) {
  case WEFT_CHECK_BUFFER:
    return "buffer";
  case WEFT_CHECK_LOCAL_ARGUMENT:
  case WEFT_CHECK_LOCAL_VARIABLE:
    return "local memory";
  case WEFT_CHECK_PRIVATE:
    return "private variable";
  case WEFT_CHECK_PROGRAM:
    return "program's variable";
  case WEFT_CHECK_IMAGE:
    return "image";
  default:
    return "memory";
  }
}

std::string objectOf(const CheckedSite &site) {
  return site.object.empty() ? std::string(kindOf(site)) : concat(kindOf(site), " '", site.object, "'");
}

std::string signedText(int64_t number) { return std::to_string(number); }

int64_t indexOf(const CheckFault &fault) {
  const auto bytes = static_cast<int64_t>(fault.site.elementBytes == 0 ? 1 : fault.site.elementBytes);
  return fault.offset / bytes - (fault.offset % bytes < 0 ? 1 : 0);
}

/// The coordinates of an access to an image, as the kernel gave them.
std::array<int32_t, 3> coordinatesOf(const CheckFault &fault) {
  return {static_cast<int32_t>(fault.first), static_cast<int32_t>(fault.first >> 32),
          static_cast<int32_t>(fault.second)};
}

std::string outsideText(const CheckFault &fault) {
  const CheckedSite &site = fault.site;
  if (site.objectKind == WEFT_CHECK_IMAGE) {
    const std::array<int32_t, 3> at = coordinatesOf(fault);
    return concat(accessOf(site), " outside of ", objectOf(site), ": (", signedText(at[0]), ",", signedText(at[1]), ",",
                  signedText(at[2]), ") of ", fault.imageSize[0], " x ", fault.imageSize[1], " x ", fault.imageSize[2]);
  }
  if (site.objectKind == WEFT_CHECK_BUFFER && fault.bytesAfter == 0)
    return concat(accessOf(site), " through argument '", site.object, "', which is NULL: index ",
                  signedText(indexOf(fault)));
  const uint64_t elements = fault.bytesAfter / (site.elementBytes == 0 ? 1 : site.elementBytes);
  return concat(accessOf(site), " outside of ", objectOf(site), ": index ", signedText(indexOf(fault)), " of ",
                elements, " (", site.bytes, " bytes at offset ", signedText(fault.offset), " of ", fault.bytesAfter,
                " bytes)");
}

std::string divisionText(const CheckFault &fault) {
  const bool hasSign = fault.site.object == "signed";
  const std::string dividend = hasSign ? signedText(static_cast<int64_t>(fault.first)) : std::to_string(fault.first);
  if (fault.second == 0)
    return concat("division of ", dividend, " by zero");
  return concat("division of ", dividend, " by -1, whose result does not fit into ", 8 * fault.site.bytes, " bits");
}

std::string conversionText(const CheckFault &fault) {
  char number[40];
  std::snprintf(number, sizeof number, "%.9g", std::bit_cast<double>(fault.first));
  return concat("conversion of ", number, " to ", fault.site.object == "signed" ? "a signed" : "an unsigned",
                " integer of ", 8 * fault.site.bytes, " bits, which can't hold it");
}

std::string vectorText(const std::array<uint64_t, 3> &ids) {
  return concat("(", ids[0], ",", ids[1], ",", ids[2], ")");
}

std::string itemText(const CheckedItem &item) {
  return concat("global ", vectorText(item.globalId), ", local ", vectorText(item.localId), ", group ",
                vectorText(item.groupId));
}

std::string siteText(const CheckedSite &site) {
  if (site.line == 0)
    return concat("in kernel '", site.kernel, "' (no line is known)");
  std::string text = concat("in kernel '", site.kernel, "' at ", site.file, ":", site.line, ":", site.column);
  std::string_view callers = site.callers;
  if (!callers.empty())
    text += concat(", in function '", site.function, "'");
  while (!callers.empty()) {
    const size_t end = std::min(callers.find('\n'), callers.size());
    text += concat("\n    called from ", callers.substr(0, end));
    callers.remove_prefix(std::min(end + 1, callers.size()));
  }
  return text;
}

std::string_view stepOf(const CheckedSite &site) {
  return site.kind == WEFT_CHECK_COPY ? "asynchronous copy" : "wait for an event";
}

/// Says which barriers would have ordered the two accesses of a race (OpenCL C 3.0, section 6.15.8). Often the kernel
/// has a barrier between them, but with the flag for the other kind of memory (local or global).
std::string_view orderText(const CheckFault &fault) {
  if (fault.item.groupId != fault.otherItem.groupId)
    return "\n  no barrier orders the accesses of different groups";
  switch (fault.site.objectKind) {
  case WEFT_CHECK_BUFFER:
  case WEFT_CHECK_PROGRAM:
    return "\n  a barrier between them would have to have CLK_GLOBAL_MEM_FENCE";
  case WEFT_CHECK_LOCAL_ARGUMENT:
  case WEFT_CHECK_LOCAL_VARIABLE:
    return "\n  a barrier between them would have to have CLK_LOCAL_MEM_FENCE";
  default:
    return "";
  }
}

std::string otherText(const CheckFault &fault) {
  if (fault.what == What::race)
    return concat("\n  the other is ", withArticle(accessOf(fault.otherSite)), " ", siteText(fault.otherSite),
                  "\n  by work-item ", itemText(fault.otherItem), orderText(fault));
  if (fault.what == What::divergent && !fault.otherHasEnded)
    return concat("\n  work-item ", itemText(fault.otherItem), " comes to the ", stepOf(fault.otherSite), " ",
                  siteText(fault.otherSite));
  if (fault.otherHasEnded)
    return concat("\n  work-item ", itemText(fault.otherItem), " has ended");
  return concat("\n  work-item ", itemText(fault.otherItem), " waits ", siteText(fault.otherSite));
}

nlohmann::json jsonOfSite(const CheckedSite &site, const CheckedItem &item) {
  nlohmann::json json = {{"kernel", site.kernel},   {"file", site.file},         {"line", site.line},
                         {"column", site.column},   {"function", site.function}, {"globalId", item.globalId},
                         {"localId", item.localId}, {"groupId", item.groupId}};
  nlohmann::json callers = nlohmann::json::array();
  std::string_view rest = site.callers;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    callers.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  json["callers"] = std::move(callers);
  return json;
}

bool isAccess(What what) {
  return what == What::outside || what == What::nowhere || what == What::released || what == What::misaligned ||
         what == What::forbidden || what == What::race || what == What::unwritten;
}

/// Appends the text to the file by one system call, so that lines of other processes don't come between its lines.
void appendToFile(const std::string &path, std::string_view text) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0 || write(file, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    log::warn(concat("The reports of checks could not be written to '", path, "'."));
  if (file >= 0)
    close(file);
}

} // namespace

std::string sentenceOf(const CheckFault &fault) {
  const CheckedSite &site = fault.site;
  switch (fault.what) {
  case What::outside:
    return outsideText(fault);
  case What::nowhere:
    return concat(accessOf(site), " at address ", hex(fault.address), ", where no memory is");
  case What::released:
    return concat(accessOf(site), " of memory that has been released, at address ", hex(fault.address));
  case What::misaligned:
    return concat("misaligned ", accessOf(site), " of ", objectOf(site), ": ", site.bytes, " bytes at offset ",
                  signedText(fault.offset), ", whose address should be a multiple of ", site.alignment);
  case What::forbidden:
    return concat(accessOf(site), " of ", objectOf(site), ", which kernels may only ",
                  site.kind == WEFT_CHECK_LOAD ? "write" : "read");
  case What::division:
    return divisionText(fault);
  case What::conversion:
    return conversionText(fault);
  case What::shift:
    return concat("shift of ", 8 * site.bytes, " bits by ", fault.first);
  case What::barrier:
    return concat("barrier that not all work-items of the group reach: ", fault.first, " wait there, ", fault.second,
                  " don't");
  case What::race:
    return concat("race: ", accessOf(site), " of ", objectOf(site), " at offset ", signedText(fault.offset));
  case What::unwritten:
    return concat("read of ", objectOf(site), " at offset ", signedText(fault.offset), ", which was never written");
  case What::format:
    return concat("printf whose arguments don't fit its format: ", fault.flaw);
  case What::divergent:
    return concat(stepOf(site), " that not all work-items of the group make with the same arguments");
  case What::unwaited:
    return "asynchronous copy whose event is never waited for";
  case What::noEvent:
    return "wait for an event that no asynchronous copy has given";
  case What::cast:
    return concat("cast to a pointer to ", site.object, " memory of one that leads elsewhere, to address ",
                  hex(fault.address));
  }
  return {};
}

std::string reportOf(const CheckFault &fault) {
  std::string text = concat(sentenceOf(fault), "\n  ", siteText(fault.site), "\n  by work-item ", itemText(fault.item));
  if (fault.hasOther)
    text += otherText(fault);
  if (fault.count > 1)
    text += concat("\n  ", fault.count, " times in this launch");
  return text;
}

std::string jsonOf(const CheckFault &fault) {
  nlohmann::json json = jsonOfSite(fault.site, fault.item);
  json["fault"] = wordOf(fault.what);
  json["sentence"] = sentenceOf(fault);
  json["count"] = fault.count;
  if (isAccess(fault.what)) {
    json["access"] = accessOf(fault.site);
    json["objectKind"] = kindOf(fault.site);
    json["object"] = fault.site.object;
    json["bytes"] = fault.bytesAfter;
    json["offset"] = fault.offset;
    json["index"] = indexOf(fault);
    json["accessBytes"] = fault.site.bytes;
    if (fault.site.objectKind == WEFT_CHECK_IMAGE) {
      json["coordinates"] = coordinatesOf(fault);
      json["imageSize"] = fault.imageSize;
    }
  }
  if (fault.hasOther) {
    json["other"] = jsonOfSite(fault.otherSite, fault.otherItem);
    json["other"]["hasEnded"] = fault.otherHasEnded;
  }
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void stopAtFault(const cpu::CheckFault &fault) {
  log::fault(reportOf(fault));
  std::raise(SIGTRAP);
}

void reportCheckFaults(Context &context, const cpu::CheckFaults &faults) {
  if (faults.empty())
    return;
  const std::string &path = Options::get().checkFile;
  const bool isWritten = Options::get().checkAction == CheckAction::stop;
  std::string lines;
  uint64_t count = 0;
  for (const CheckFault &fault : faults) {
    if (!isWritten)
      log::fault(reportOf(fault));
    count += fault.count;
    lines += jsonOf(fault) + "\n";
  }
  log::fault(concat("The checks of kernel '", faults.front().site.kernel, "' found ", faults.size(),
                    faults.size() == 1 ? " fault, " : " faults, ", count, count == 1 ? " time" : " times",
                    " in this launch."));
  if (!path.empty())
    appendToFile(path, lines);
  callApplication(context.services().callbackThread, [context = RefPtr<Context>(&context), faults] {
    for (const CheckFault &fault : faults)
      context->notifyLate(reportOf(fault));
  });
}

} // namespace weft::core
