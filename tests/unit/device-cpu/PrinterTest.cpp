// Tests that lines of several threads reach the output through a Printer whole, completely and in each thread's order.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/Printer.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace weft::cpu {
namespace {

int32_t print(Printer &printer, const char *format, int first = 0, int second = 0) {
  const std::array values = {first, second};
  const std::array<WeftPrintArgument, 2> table = {
      {{0, WEFT_PRINT_INTEGER, 4, 1, 0}, {sizeof(int), WEFT_PRINT_INTEGER, 4, 1, 0}}};
  return Printer::print(&printer, format, table.data(), table.size(), values.data());
}

class PrinterTest : public testing::Test {
protected:
  PrinterTest() { std::fflush(stdout); }
  ~PrinterTest() override { restore(); }

  void redirectTo(int descriptor) {
    before_ = dup(STDOUT_FILENO);
    ASSERT_GE(dup2(descriptor, STDOUT_FILENO), 0);
  }
  void restore() {
    if (before_ < 0)
      return;
    std::fflush(stdout);
    dup2(before_, STDOUT_FILENO);
    close(before_);
    before_ = -1;
  }
  static std::string contents(std::FILE *file) {
    std::string text(size_t(lseek(fileno(file), 0, SEEK_END)), '\0');
    EXPECT_EQ(pread(fileno(file), text.data(), text.size(), 0), ssize_t(text.size()));
    return text;
  }

  Printer printer;

private:
  int before_ = -1;
};

TEST_F(PrinterTest, NothingIsWrittenBeforeTheFlush) {
  std::FILE *file = std::tmpfile();
  redirectTo(fileno(file));
  EXPECT_EQ(print(printer, "%d and %d\n", 1, 2), 0);
  EXPECT_EQ(print(printer, "cut at %q"), -1);
  const std::string early = contents(file);
  EXPECT_TRUE(printer.flush());
  const std::string text = contents(file);
  restore();
  std::fclose(file);
  EXPECT_EQ(early, "");
  EXPECT_EQ(text, "1 and 2\ncut at %q");
}

TEST_F(PrinterTest, KeepsItsPlaceAmongWhatTheHostPrints) {
  std::FILE *file = std::tmpfile();
  redirectTo(fileno(file));
  std::printf("before\n");
  print(printer, "kernel\n");
  EXPECT_TRUE(printer.flush());
  std::printf("after\n");
  restore();
  const std::string text = contents(file);
  std::fclose(file);
  EXPECT_EQ(text, "before\nkernel\nafter\n");
}

TEST_F(PrinterTest, ManyThreadsLoseNothing) {
  constexpr int threadCount = 8;
  constexpr int lineCount = 20'000; // several times as many as the printer buffers
  std::FILE *file = std::tmpfile();
  redirectTo(fileno(file));
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < threadCount; ++t)
      threads.emplace_back([&, t] {
        for (int i = 0; i < lineCount; ++i)
          print(printer, "thread %d line %d\n", t, i);
      });
  }
  EXPECT_TRUE(printer.flush());
  restore();
  const std::string text = contents(file);
  std::fclose(file);
  std::map<int, int> next;
  size_t lines = 0;
  for (size_t at = 0; at < text.size(); ++lines) {
    const size_t end = text.find('\n', at);
    ASSERT_NE(end, std::string::npos);
    const std::string one = text.substr(at, end - at);
    const int thread = std::atoi(one.c_str() + std::strlen("thread "));
    ASSERT_EQ(one, "thread " + std::to_string(thread) + " line " + std::to_string(next[thread]++));
    at = end + 1;
  }
  EXPECT_EQ(lines, size_t(threadCount) * lineCount);
}

TEST_F(PrinterTest, WaitsForAReaderThatIsSlow) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe2(ends.data(), O_NONBLOCK), 0);
  redirectTo(ends[1]);
  size_t received = 0;
  std::jthread reader([&] {
    std::array<char, 4096> part;
    while (received < 1'100'000) {
      const ssize_t count = read(ends[0], part.data(), part.size());
      if (count > 0)
        received += size_t(count);
      else
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  for (int i = 0; i < 100'000; ++i)
    print(printer, "%010d\n", i);
  EXPECT_TRUE(printer.flush());
  restore();
  reader.join();
  EXPECT_EQ(received, 1'100'000u);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(PrinterTest, SaysThatItCouldNotWrite) {
  const int full = open("/dev/full", O_WRONLY);
  ASSERT_GE(full, 0);
  redirectTo(full);
  print(printer, "lost\n");
  EXPECT_FALSE(printer.flush());
  restore();
  std::clearerr(stdout);
  close(full);
}

} // namespace
} // namespace weft::cpu
