// Defines sinpi, cospi and tanpi for the type F, which is double or a vector of doubles (EachWidth.h).
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Return sin(pi r) and cos(pi r) for r of -1/4 to 1/4 and s = r^2. The polynomials interpolate at the Chebyshev nodes,
// with a relative error of 5e-17.
static F WEFT_OVERLOAD weftSineOfPart(F r, F s) {
  F p = 0x1.a77722ea5dedap-21;
  p = p * s - 0x1.6faa7bed1cc81p-16;
  p = p * s + 0x1.e8f43188098f5p-12;
  p = p * s - 0x1.e3074fdc98cbap-8;
  p = p * s + 0x1.50783487edcc5p-4;
  p = p * s - 0x1.32d2cce62bd82p-1;
  p = p * s + 0x1.466bc6775aae2p+1;
  p = p * s - 0x1.4abbce625be53p+2;
  p = p * s + 0x1.921fb54442d18p+1;
  return r * p;
}

static F WEFT_OVERLOAD weftCosineOfPart(F s) {
  F p = 0x1.1e2959a139399p-18;
  p = p * s - 0x1.b6dd68fc01d3ep-14;
  p = p * s + 0x1.f9d3854203221p-10;
  p = p * s - 0x1.a6d1f29f17bb9p-6;
  p = p * s + 0x1.e1f5068919a48p-3;
  p = p * s - 0x1.55d3c7e3cbfedp+0;
  p = p * s + 0x1.03c1f081b5ac4p+2;
  p = p * s - 0x1.3bd3cc9be45dep+2;
  p = p * s + 1.0;
  return p;
}

#include "PiFunctions.h"
