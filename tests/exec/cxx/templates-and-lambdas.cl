// Templates, lambdas, overloaded operators, references, constants that the compiler computes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
template <typename T> struct Pair {
  T first, second;
  Pair operator+(const Pair &other) const { return {first + other.first, second + other.second}; }
};

template <int n> struct Fibonacci {
  static constexpr int value = Fibonacci<n - 1>::value + Fibonacci<n - 2>::value;
};
template <> struct Fibonacci<1> {
  static constexpr int value = 1;
};
template <> struct Fibonacci<0> {
  static constexpr int value = 0;
};

constexpr int power(int base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

template <typename Function, typename... Values> int sumOf(Function function, Values... values) {
  return (function(values) + ... + 0);
}

void swap(int &a, int &b) {
  const int kept = a;
  a = b;
  b = kept;
}

kernel void templates_and_lambdas(global const int *in, global int *out) {
  const size_t i = get_global_id(0);
  int a = in[i];
  int b = in[(i + 1) % get_global_size(0)];
  if (a > b)
    swap(a, b);
  constexpr int added = power(3, 5);
  const Pair<int> pair = Pair<int>{a, b} + Pair<int>{Fibonacci<20>::value, added};
  const auto scaled = [=](int value) { return value * a; };
  int total = 0;
  const int values[] = {pair.first, pair.second, b};
  for (const int value : values)
    total += sumOf(scaled, value, 2 * value, 1);
  out[i] = total;
}
