// What StarPU runs: the kernels of cholesky.cl on the device of the StarPU worker that has taken a task.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_EXAMPLES_CHOLESKY_ON_STARPU_CODELETS_H
#define WEFT_EXAMPLES_CHOLESKY_ON_STARPU_CODELETS_H

#include <starpu.h>

namespace weft::host {

/// Builds the kernels for all devices of StarPU. To be called between starpu_init and the first task.
void loadKernels(const char *path);
void unloadKernels();

// The tiles that each takes, in order, with how it uses them, stand beside it.
extern starpu_codelet factorise;      ///< RW
extern starpu_codelet solve;          ///< R the factor, RW
extern starpu_codelet update;         ///< R left, R right, RW
extern starpu_codelet updateDiagonal; ///< R left and right, RW

} // namespace weft::host

#endif
