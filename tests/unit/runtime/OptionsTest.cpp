// Tests environment variables: their valid values, the warnings for other values, and their documentation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <set>

#include "Options.h"
#include "Text.h"

namespace weft {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ReadOptions read(const std::map<std::string, std::string> &environment) {
  return readOptions([&](const char *variable) {
    const auto found = environment.find(variable);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

/// Checks that the option has the value `expected` if the variable is `text`, and that there is no warning.
template <typename Value>
void expectValue(const char *variable, const std::string &text, Value Options::*option, const Value &expected) {
  const ReadOptions made = read({{variable, text}});
  EXPECT_TRUE(made.options.*option == expected) << variable << "=" << text;
  EXPECT_THAT(made.warnings, IsEmpty()) << variable << "=" << text;
}

/// Checks that the option has its default if the variable is `text`. The only warning must name the variable, `text`
/// and `known`.
template <typename Value>
void expectWarning(const char *variable, const std::string &text, Value Options::*option, const std::string &known) {
  const ReadOptions made = read({{variable, text}});
  EXPECT_TRUE(made.options.*option == Options().*option) << variable << "=" << text;
  EXPECT_THAT(made.warnings, ElementsAre(AllOf(HasSubstr(variable), HasSubstr("'" + text + "'"), HasSubstr(known))));
}

TEST(Options, ExecutorIsAWord) {
  expectValue("WEFT_EXECUTOR", "auto", &Options::executor, ExecutorChoice::automatic);
  expectValue("WEFT_EXECUTOR", "loops", &Options::executor, ExecutorChoice::loops);
  expectValue("WEFT_EXECUTOR", "packets", &Options::executor, ExecutorChoice::packets);
  expectValue("WEFT_EXECUTOR", "fibers", &Options::executor, ExecutorChoice::fibers);
  expectValue("WEFT_EXECUTOR", "", &Options::executor, ExecutorChoice::automatic);
  for (const char *text : {"fibres", "Fibers", " loops", "loops,packets", "loop", "loopss"})
    expectWarning("WEFT_EXECUTOR", text, &Options::executor,
                  "should be one of 'auto', 'loops', 'packets', 'fibers'. The default holds: 'auto'.");
}

TEST(Options, LocalSizesIsAWord) {
  expectValue("WEFT_LOCAL_SIZES", "recurring", &Options::localSizes, SizedCode::recurring);
  expectValue("WEFT_LOCAL_SIZES", "all", &Options::localSizes, SizedCode::all);
  expectValue("WEFT_LOCAL_SIZES", "none", &Options::localSizes, SizedCode::none);
  expectValue("WEFT_LOCAL_SIZES", "", &Options::localSizes, SizedCode::recurring);
  expectWarning("WEFT_LOCAL_SIZES", "some", &Options::localSizes,
                "should be one of 'recurring', 'all', 'none'. The default holds: 'recurring'.");
}

TEST(Options, StreamsIsAWord) {
  expectValue("WEFT_STREAMS", "large", &Options::streams, StreamedStores::large);
  expectValue("WEFT_STREAMS", "all", &Options::streams, StreamedStores::all);
  expectValue("WEFT_STREAMS", "none", &Options::streams, StreamedStores::none);
  expectWarning("WEFT_STREAMS", "some", &Options::streams,
                "should be one of 'large', 'all', 'none'. The default holds: 'large'.");
}

TEST(Options, FaultsIsAWord) {
  expectValue("WEFT_FAULTS", "report", &Options::faults, FaultChoice::report);
  expectValue("WEFT_FAULTS", "event", &Options::faults, FaultChoice::event);
  expectValue("WEFT_FAULTS", "off", &Options::faults, FaultChoice::off);
  expectValue("WEFT_FAULTS", "", &Options::faults, FaultChoice::report);
  expectWarning("WEFT_FAULTS", "on", &Options::faults,
                "should be one of 'report', 'event', 'off'. The default holds: 'report'.");
}

TEST(Options, CacheIsOneOrZero) {
  expectValue("WEFT_CACHE", "1", &Options::cache, CacheUse::on);
  expectValue("WEFT_CACHE", "0", &Options::cache, CacheUse::off);
  expectValue("WEFT_CACHE", "", &Options::cache, CacheUse::on);
  for (const char *text : {"no", "2", "00"})
    expectWarning("WEFT_CACHE", text, &Options::cache, "should be one of '1', '0'. The default holds: '1'.");
}

TEST(Options, NumbersAreWholeAndWithinBounds) {
  expectValue("WEFT_WORKERS", "0", &Options::workers, {0});
  expectValue("WEFT_WORKERS", "4096", &Options::workers, {4096});
  expectValue("WEFT_WORKERS", "", &Options::workers, {});
  expectValue("WEFT_CACHE_MB", "12", &Options::cacheMegabytes, 12u);
  expectValue("WEFT_CACHE_MB", "", &Options::cacheMegabytes, 512u);
  expectValue("WEFT_CACHE_WAIT", "0", &Options::cacheWait, 0u);
  expectValue("WEFT_CACHE_WAIT", "3600", &Options::cacheWait, 3600u);
  expectValue("WEFT_CACHE_WAIT", "", &Options::cacheWait, 30u);
  for (const char *text : {"-1", "1x", " 1", "+1", "0x10", "two", "4097", "4294967298", "99999999999999999999"})
    expectWarning("WEFT_WORKERS", text, &Options::workers,
                  "should be a whole number from 0 to 4096. The default holds.");
  for (const char *text : {"-1", "1GB", "1000000001"})
    expectWarning("WEFT_CACHE_MB", text, &Options::cacheMegabytes,
                  "should be a whole number from 0 to 1000000000. The default holds: 512.");
  for (const char *text : {"-1", "1s", "3601"})
    expectWarning("WEFT_CACHE_WAIT", text, &Options::cacheWait,
                  "should be a whole number from 0 to 3600. The default holds: 30.");
}

EnumSet<LogTopic> topics(std::initializer_list<LogTopic> list) {
  EnumSet<LogTopic> set;
  for (const LogTopic topic : list)
    set.add(topic);
  return set;
}

TEST(Options, LogIsAListOfTopics) {
  expectValue("WEFT_LOG", "", &Options::log, {});
  expectValue("WEFT_LOG", "time", &Options::log, topics({LogTopic::time}));
  expectValue("WEFT_LOG", "cache,api", &Options::log, topics({LogTopic::api, LogTopic::cache}));
  expectValue("WEFT_LOG", "api,api,,api,", &Options::log, topics({LogTopic::api}));
  expectValue(
      "WEFT_LOG", "api,errors,build,time,vectorize,cache", &Options::log,
      topics({LogTopic::api, LogTopic::errors, LogTopic::build, LogTopic::time, LogTopic::vectorize, LogTopic::cache}));
}

TEST(Options, UnknownTopicsAreNamedOnceEach) {
  const char *known = "should have some of 'api', 'errors', 'build', 'time', 'vectorize', 'cache'.";
  for (const char *text : {"all", "API", "api cache", " "})
    expectWarning("WEFT_LOG", text, &Options::log, known);
  const ReadOptions made = read({{"WEFT_LOG", "apis,cache,times,apis"}});
  EXPECT_EQ(made.options.log, topics({LogTopic::cache}));
  EXPECT_THAT(made.warnings,
              ElementsAre(AllOf(HasSubstr("'apis'"), HasSubstr(known)), AllOf(HasSubstr("'times'"), HasSubstr(known))));
}

TEST(Options, TextsAreTakenAsTheyAre) {
  expectValue("WEFT_CPU", "x86-64-v3", &Options::cpu, std::string("x86-64-v3"));
  expectValue("WEFT_CACHE_DIR", "/a b", &Options::cacheDir, std::string("/a b"));
  expectValue("WEFT_DUMP_IR", "ir", &Options::dumpIr, std::string("ir"));
  expectValue("WEFT_WITHOUT", "unroll-and-jam", &Options::without, std::string("unroll-and-jam"));
  expectValue("WEFT_COMPILER", "", &Options::compiler, std::string());
  expectValue("WEFT_DEVICE_NAME", "Some GPU", &Options::deviceName, std::string("Some GPU"));
}

TEST(Options, AreAllReadFromOneEnvironment) {
  const ReadOptions made = read({{"WEFT_WORKERS", "many"},
                                 {"WEFT_EXECUTOR", "loops"},
                                 {"WEFT_LOCAL_SIZES", "few"},
                                 {"WEFT_CACHE_MB", "1"},
                                 {"WEFT_UNHEARD_OF", "1"}});
  EXPECT_EQ(made.options.executor, ExecutorChoice::loops);
  EXPECT_EQ(made.options.cacheMegabytes, 1u);
  EXPECT_THAT(made.warnings, ElementsAre(HasSubstr("WEFT_LOCAL_SIZES"), HasSubstr("WEFT_WORKERS")));
}

template <typename Word> void expectDistinctWords() {
  std::set<std::string_view> words;
  for (const OptionWord &word : wordsOf<Word>()) {
    EXPECT_TRUE(words.insert(word.word).second) << word.word;
    EXPECT_FALSE(word.word.empty());
    EXPECT_FALSE(word.word.contains(',')) << word.word;
    EXPECT_FALSE(word.meaning.empty()) << word.word;
  }
}

TEST(Options, WordsOfOneOptionDiffer) {
  expectDistinctWords<ExecutorChoice>();
  expectDistinctWords<SizedCode>();
  expectDistinctWords<CacheUse>();
  expectDistinctWords<LogTopic>();
  expectDistinctWords<CheckWord>();
  expectDistinctWords<CheckAction>();
  EXPECT_LE(wordsOf<LogTopic>().size(), 32u) << "an EnumSet holds no more";
}

TEST(Options, EachHasAMeaningAndANameOfItsOwn) {
  std::set<std::string> names;
  for (const OptionDescription &option : optionDescriptions()) {
    EXPECT_TRUE(option.variable.starts_with("WEFT_"));
    EXPECT_TRUE(names.insert(option.variable).second) << option.variable;
    EXPECT_GT(option.meaning.size(), 10u);
  }
}

TEST(Options, DescribedDefaultsAreTheDefaults) {
  for (const OptionDescription &option : optionDescriptions()) {
    const ReadOptions made = read({{option.variable, option.defaultValue}});
    EXPECT_THAT(made.warnings, IsEmpty());
    EXPECT_EQ(made.options.executor, Options().executor);
    EXPECT_EQ(made.options.localSizes, Options().localSizes);
    EXPECT_EQ(made.options.cache, Options().cache);
    EXPECT_EQ(made.options.cacheMegabytes, Options().cacheMegabytes);
    EXPECT_EQ(made.options.workers, Options().workers);
  }
}

TEST(Options, AreDescribedInTheDocumentation) {
  std::ifstream file(WEFT_DEBUGGING_DOCUMENT);
  std::string document(std::istreambuf_iterator<char>(file), {});
  for (const OptionDescription &option : optionDescriptions()) {
    const std::string value = option.defaultValue.empty() ? "" : concat("`", option.defaultValue, "`");
    const std::string row = concat("| `", option.variable, "` | ", value, " | ", option.meaning, " |\n");
    EXPECT_NE(document.find(row), std::string::npos) << row;
  }
}

} // namespace
} // namespace weft
