// tgamma (OpenCL C 3.0, section 6.15.2), within a few units in the last place of a double; lgamma and lgamma_r.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../ElementLoops.h"

// Returns Gamma(2.5 + t) for t of -0.5 to 0.5. The polynomial interpolates at the Chebyshev nodes with 40 digits, and
// is then written in powers of t. Its own error is below 1.2e-18.
static double weftGammaNearTwoAndHalf(double t) {
  const double coefficients[] = {
      0x1.544fa6d47b390p+0,  0x1.de9585f1a7093p-1,   0x1.4f224d4b7e016p-1,  0x1.03f6d2fa4f4fdp-2,
      0x1.c138b89493ef9p-4,  0x1.d0a9bc49334e7p-6,   0x1.5489cc6a2c406p-7,  0x1.a55ed2133d31ep-10,
      0x1.8b8fcf944edc5p-11, 0x1.0886fa7157a6ep-18,  0x1.013bdfc057f7bp-14, -0x1.ad8b2d371d88ep-17,
      0x1.e716924cc6e9dp-18, -0x1.57dc4d9963c13p-19, 0x1.1e01a1e36520ap-20, -0x1.c189aebb2619bp-22,
      0x1.ba42dbab2658fp-23, -0x1.61678760e530bp-24,
  };
  double sum = 0;
#pragma unroll
  for (int power = 17; power >= 0; --power)
    sum = sum * t + coefficients[power];
  return sum;
}

// Computes Gamma for small magnitudes. The recurrence Gamma(x + 1) = x Gamma(x) moves the argument to the range from 2
// to 3. The steps towards zero are exact. There are at most three steps away from zero, where the function is flat.
static double weftSmallGamma(double x) {
  double product = 1, divisor = 1;
  while (x >= 3) {
    x -= 1;
    product *= x;
  }
  while (x < 2) {
    divisor *= x;
    x += 1;
  }
  return product * weftGammaNearTwoAndHalf(x - 2.5) / divisor;
}

// Computes Gamma for y from 12 on, by Stirling's formula. The result is a product of two factors, as the product may
// overflow. The exponent's series has the Bernoulli numbers, B(2k) / (2k (2k - 1)). The first omitted term is below
// 2e-18.
static void weftStirling(double y, double *first, double *second) {
  double inverse = 1 / y, square = inverse * inverse;
  double series = 1.0 / 156;
  series = series * square - 691.0 / 360360;
  series = series * square + 1.0 / 1188;
  series = series * square - 1.0 / 1680;
  series = series * square + 1.0 / 1260;
  series = series * square - 1.0 / 360;
  series = series * square + 1.0 / 12;
  // The exponent is half of y - 1/2. It is exact, so its product with a large logarithm loses nothing.
  double power = pow(y, 0.5 * y - 0.25);
  *first = power * exp(-y) * (exp(series * inverse) * 0x1.40d931ff62706p+1); // the square root of 2 pi
  *second = power;
}

static double weftGamma(double x, double smallBelow) {
  if (x < 0 && floor(x) == x)
    return NAN;
  double magnitude = fabs(x);
  if (!(magnitude >= smallBelow))
    return weftSmallGamma(x);
  // From 200 on, all results are infinity, or a zero with its sign.
  double first, second;
  weftStirling(magnitude > 200 ? 200 : magnitude, &first, &second);
  if (x > 0)
    return first * second;
  // The reflection formula is Gamma(x) Gamma(-x) = -pi / (x sin(pi x)).
  return -M_PI / (x * sinpi(x)) / first / second;
}

// Each step of the recurrence adds a rounding error, but 60 steps take much less time than pow does. For a float these
// errors don't matter.
#define WEFT_GAMMA(type, smallBelow)                                                                                   \
  type WEFT_OVERLOAD tgamma(type x) { return (type)weftGamma(x, smallBelow); }                                         \
  WEFT_ELEMENT_LOOPS(tgamma, type)

WEFT_GAMMA(float, 60)
WEFT_GAMMA(double, 12)

// Returns the logarithm of the magnitude of Gamma(x). It has an absolute error near its zeros that is negligible for a
// float.
static double weftLogGamma(double x) {
  if (x < 0 && floor(x) == x)
    return INFINITY;
  if (x == 1 || x == 2)
    return 0;
  double y = fabs(x);
  if (!(y >= 12))
    return log(fabs(weftSmallGamma(x)));
  // The constant is half the logarithm of 2 pi. The series has the first terms of the series in weftStirling. The next
  // term is below 2^-33.
  double inverse = 1 / y, square = inverse * inverse;
  double series = ((1.0 / 1260 * square - 1.0 / 360) * square + 1.0 / 12) * inverse;
  double logarithm = y == INFINITY ? y : (y - 0.5) * log(y) - y + (0x1.d67f1c864beb5p-1 + series);
  return x > 0 ? logarithm : log(M_PI / (y * fabs(sinpi(y)))) - logarithm;
}

// Returns the sign of Gamma(x), which is 0 at its poles.
static int weftSignOfGamma(double x) {
  double whole = floor(x), half1 = whole * 0.5;
  if (x == 0 || (x < 0 && whole == x))
    return 0;
  return x < 0 && half1 != floor(half1) ? -1 : 1;
}

float WEFT_OVERLOAD lgamma(float x) { return (float)weftLogGamma(x); }

// For double, libclc's lgamma is correct except for the sign at the poles.
double WEFT_OVERLOAD lgamma(double x);

#define WEFT_SIGNED_LOG_GAMMA(type, space)                                                                             \
  type WEFT_OVERLOAD lgamma_r(type x, space int *sign) {                                                               \
    *sign = weftSignOfGamma(x);                                                                                        \
    return lgamma(x);                                                                                                  \
  }
#define WEFT_SIGNED_LOG_GAMMAS(type)                                                                                   \
  WEFT_SIGNED_LOG_GAMMA(type, private)                                                                                 \
  WEFT_SIGNED_LOG_GAMMA(type, local)                                                                                   \
  WEFT_SIGNED_LOG_GAMMA(type, global)                                                                                  \
  WEFT_SIGNED_LOG_GAMMA(type, generic)
WEFT_SIGNED_LOG_GAMMAS(float)
WEFT_SIGNED_LOG_GAMMAS(double)

WEFT_ELEMENT_LOOPS(lgamma, float)
WEFT_ELEMENT_LOOPS(lgamma, double)
WEFT_STORING_ELEMENT_LOOPS(lgamma_r, float)
WEFT_STORING_ELEMENT_LOOPS(lgamma_r, double)
