// Sources that were right before they were cut, repeated, spliced and filled with words that Clang finds hard.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cctype>

#include "FuzzPlatform.h"

namespace weft::fuzz {
namespace {

using Tokens = std::vector<std::string>;

const std::vector<std::string> words = {
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "-",
    "~",
    "!",
    "?",
    ":",
    "=",
    "+",
    "<<",
    ">>",
    "->",
    ".",
    "...",
    "##",
    "#",
    "\\\n",
    "\n",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default:",
    "goto",
    "return",
    "break",
    "continue",
    "sizeof",
    "struct",
    "union",
    "enum",
    "typedef",
    "const",
    "volatile",
    "restrict",
    "static",
    "inline",
    "extern",
    "kernel",
    "global",
    "local",
    "constant",
    "private",
    "generic",
    "int",
    "uint",
    "char",
    "short",
    "long",
    "float",
    "double",
    "half",
    "float4",
    "double16",
    "uchar3",
    "bool",
    "void",
    "size_t",
    "event_t",
    "sampler_t",
    "image2d_t",
    "read_only",
    "write_only",
    "read_write",
    "atomic_int",
    "_Atomic",
    "_BitInt(128)",
    "_Complex",
    "__int128",
    "__auto_type",
    "typeof(x)",
    "_Generic(x, int: 1)",
    "__builtin_shufflevector",
    "__builtin_convertvector",
    "__builtin_choose_expr(1, 2, 3)",
    "__builtin_unreachable()",
    "__builtin_trap()",
    "__builtin_memcpy",
    "__builtin_assume(x)",
    "__asm__(\"nop\");",
    "({",
    "})",
    "^{",
    "barrier(3)",
    "get_global_id(0)",
    "get_local_id(1)",
    "sub_group_reduce_add(1)",
    "work_group_scan_inclusive_add(1)",
    "printf(\"%d %v4f %s\", 1)",
    "vload4(0, a)",
    "async_work_group_copy",
    "as_float",
    "convert_uchar_sat_rte",
    "mad24",
    "sincos",
    "select",
    "bitselect",
    "shuffle2",
    "0",
    "1",
    "-1",
    "2147483648",
    "4294967295u",
    "18446744073709551615ul",
    "1e400",
    "0x1p-1074",
    "1.0h",
    "1.0f",
    "'a'",
    "\"text\"",
    "__attribute__((aligned(4096)))",
    "__attribute__((packed))",
    "__attribute__((ext_vector_type(3)))",
    "__attribute__((ext_vector_type(70000)))",
    "__attribute__((vector_size(64)))",
    "__attribute__((always_inline))",
    "__attribute__((noinline))",
    "__attribute__((overloadable))",
    "__attribute__((reqd_work_group_size(8,1,1)))",
    "__attribute__((intel_reqd_sub_group_size(8)))",
    "__attribute__((opencl_unroll_hint(1000000)))",
    "__attribute__((cleanup(f)))",
    "__attribute__((mode(DI)))",
    "__attribute__((weak))",
    "__attribute__((used))",
    "[0 ... 100000] = 1",
    "[1 << 28]",
    "\n#define M(x) x x\n",
    "M(M(M(1)))",
    "__VA_ARGS__",
    "\n#if 1\n",
    "\n#endif\n",
    "\n#include \"/dev/zero\"\n",
    "\n#pragma unroll 7\n",
    "\n#pragma OPENCL EXTENSION all : enable\n",
    "\n#pragma clang __debug crash\n",
    "\n#pragma clang attribute push(__attribute__((noinline)), apply_to = function)\n",
    "\n#pragma pack(1)\n",
    "\n#pragma STDC FP_CONTRACT OFF\n",
    "\n#line 4294967290\n",
    "\n#warning w\n",
    "/*",
    "//",
    "\n#embed \"/etc/hostname\"\n",
    "_Pragma(\"clang fp contract(fast) reassociate(on)\")",
    "\xc3\xa9",
    "\\u00e9"};

const std::vector<std::string> optionWords = {"-cl-std=CL1.0",
                                              "-cl-std=CL1.2",
                                              "-cl-std=CL2.0",
                                              "-cl-std=CL3.0",
                                              "-cl-opt-disable",
                                              "-g",
                                              "-w",
                                              "-Werror",
                                              "-cl-fast-relaxed-math",
                                              "-cl-finite-math-only",
                                              "-cl-kernel-arg-info",
                                              "-cl-uniform-work-group-size",
                                              "-D M=1",
                                              "-cl-single-precision-constant",
                                              "-DA=",
                                              "-I /nowhere"};

Tokens tokensOf(const std::string &text) {
  Tokens tokens;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    const auto isWord = [&](size_t place) {
      return std::isalnum(static_cast<unsigned char>(text[place])) || text[place] == '_';
    };
    if (isWord(at))
      while (end < text.size() && isWord(end))
        ++end;
    tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

class Mutation {
public:
  Mutation(Random &random, const std::vector<Tokens> &corpus) : random_(random), corpus_(corpus) {}

  std::string make() {
    tokens_ = anyOf(random_, corpus_);
    // Much of what is still right comes further than the parser.
    const bool mild = oneIn(random_, 2);
    for (uint64_t left = 1 + below(random_, mild ? 3 : 8); left != 0 && !tokens_.empty(); --left)
      if (mild)
        exchangeForLike();
      else
        changeOnce();
    std::string text;
    for (const std::string &token : tokens_)
      text += token;
    for (uint64_t left = !mild && oneIn(random_, 10) ? below(random_, 6) : 0; left != 0 && !text.empty(); --left)
      text[below(random_, text.size())] = static_cast<char>(1 + below(random_, 255));
    return text;
  }

private:
  Tokens::iterator place() { return tokens_.begin() + std::ptrdiff_t(below(random_, tokens_.size())); }
  std::pair<size_t, size_t> range() {
    const size_t begin = below(random_, tokens_.size());
    return {begin, std::min(tokens_.size(), begin + 1 + below(random_, oneIn(random_, 4) ? 200 : 8))};
  }

  /// What a token can take the place of: a number of a number, a word of a word, a sign of the same sign's kind.
  static int kindOf(const std::string &token) {
    const auto first = static_cast<unsigned char>(token[0]);
    return std::isdigit(first) ? 1 : std::isalpha(first) || first == '_' ? 2 : std::isspace(first) ? 3 : 4 + first;
  }
  void exchangeForLike() {
    static const std::vector<std::string> operators = {"+", "-", "*", "/", "%", "&", "|", "^", "<", ">"};
    std::string &token = *place();
    if (std::ranges::find(operators, token) != operators.end()) {
      token = anyOf(random_, operators);
      return;
    }
    const Tokens &other = oneIn(random_, 3) ? anyOf(random_, corpus_) : tokens_;
    for (size_t tries = 0; tries < 50; ++tries)
      if (const std::string &like = anyOf(random_, other); kindOf(like) == kindOf(token) && like != token) {
        token = std::string(like);
        return;
      }
  }

  void changeOnce() {
    switch (below(random_, 8)) {
    case 0: {
      const auto [begin, end] = range();
      tokens_.erase(tokens_.begin() + std::ptrdiff_t(begin), tokens_.begin() + std::ptrdiff_t(end));
      return;
    }
    case 1: {
      const auto [begin, end] = range();
      return insert({tokens_.begin() + std::ptrdiff_t(begin), tokens_.begin() + std::ptrdiff_t(end)});
    }
    case 2: {
      const Tokens &other = anyOf(random_, corpus_);
      const size_t begin = below(random_, other.size());
      return insert({other.begin() + std::ptrdiff_t(begin),
                     other.begin() + std::ptrdiff_t(std::min(other.size(), begin + 1 + below(random_, 60)))});
    }
    case 3:
      std::iter_swap(place(), place());
      return;
    case 4:
      return insert(Tokens(1 + below(random_, oneIn(random_, 5) ? 3000 : 30), " " + anyOf(random_, words) + " "));
    case 5:
      return exchangeForLike();
    default:
      *place() = " " + anyOf(random_, words) + " ";
    }
  }

  void insert(const Tokens &more) { tokens_.insert(place(), more.begin(), more.end()); }

  Random &random_;
  const std::vector<Tokens> &corpus_;
  Tokens tokens_;
};

Outcome trySource(Random &random, const Keep &keep, const std::vector<Tokens> &corpus) {
  const std::string source = Mutation(random, corpus).make();
  keep(source);
  std::string options;
  for (uint64_t left = below(random, 3); left != 0; --left)
    options += anyOf(random, optionWords) + " ";
  const char *text = source.c_str();
  const size_t size = source.size();
  cl_int code = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(Platform::instance().context, 1, &text, &size, &code);
  return program ? buildAndMakeCode(program, options) : Outcome::refused;
}

} // namespace
} // namespace weft::fuzz

int main(int argc, char **argv) {
  using namespace weft::fuzz;
  const RunOptions options = readOptions(argc, argv);
  std::vector<Tokens> corpus;
  for (const std::string &text : readCorpus(options.corpus, ".cl"))
    corpus.push_back(tokensOf(text));
  return runAll("fuzz-sources", options,
                [&](Random &random, const Keep &keep) { return trySource(random, keep, corpus); });
}
