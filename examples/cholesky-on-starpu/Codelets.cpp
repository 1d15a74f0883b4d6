// Launches of the kernels. StarPU waits for their events, so that its worker goes on meanwhile.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cholesky-on-starpu/Codelets.h"

#include <initializer_list>
#include <span>
#include <utility>

#include <starpu_opencl.h>

#include "common/Session.h"

namespace weft::host {
namespace {

starpu_opencl_program program;

uint32_t widthOf(void *tile) { return STARPU_MATRIX_GET_NX(tile); }

/// Enqueues a kernel with these tiles and their width as its arguments.
void launch(const char *name, std::initializer_list<void *> tiles, uint32_t width, std::span<const size_t> global,
            std::span<const size_t> local = {}) {
  cl_kernel kernel = nullptr;
  cl_command_queue queue = nullptr;
  check(starpu_opencl_load_kernel(&kernel, &queue, &program, name, starpu_worker_get_devid(starpu_worker_get_id())),
        "starpu_opencl_load_kernel");
  cl_uint index = 0;
  for (void *tile : tiles) {
    const cl_mem memory = reinterpret_cast<cl_mem>(STARPU_MATRIX_GET_DEV_HANDLE(tile));
    detail::setArgument(kernel, index++, sizeof memory, &memory);
  }
  detail::setArgument(kernel, index, sizeof width, &width);
  check(clEnqueueNDRangeKernel(queue, kernel, static_cast<cl_uint>(global.size()), nullptr, global.data(),
                               local.empty() ? nullptr : local.data(), 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFlush(queue), "clFlush"); // StarPU asks for the state of the work, and waits for nothing
  starpu_opencl_release_kernel(kernel);
}

void runFactorise(void *tiles[], void *) {
  const size_t width[] = {widthOf(tiles[0])};
  launch("factorise", {tiles[0]}, widthOf(tiles[0]), width, width);
}

void runSolve(void *tiles[], void *) {
  const size_t rows[] = {widthOf(tiles[1])};
  launch("solve", {tiles[0], tiles[1]}, widthOf(tiles[1]), rows);
}

void launchUpdate(void *left, void *right, void *tile) {
  const size_t numbers[] = {widthOf(tile), widthOf(tile)};
  launch("update", {left, right, tile}, widthOf(tile), numbers);
}
void runUpdate(void *tiles[], void *) { launchUpdate(tiles[0], tiles[1], tiles[2]); }
void runUpdateDiagonal(void *tiles[], void *) { launchUpdate(tiles[0], tiles[0], tiles[1]); }

starpu_codelet codelet(const char *name, starpu_opencl_func_t function,
                       std::initializer_list<starpu_data_access_mode> modes) {
  starpu_codelet made;
  starpu_codelet_init(&made);
  made.name = name;
  made.where = STARPU_OPENCL;
  made.opencl_funcs[0] = function;
  made.opencl_flags[0] = STARPU_OPENCL_ASYNC;
  for (const starpu_data_access_mode mode : modes)
    made.modes[made.nbuffers++] = mode;
  return made;
}

} // namespace

starpu_codelet factorise = codelet("factorise", runFactorise, {STARPU_RW});
starpu_codelet solve = codelet("solve", runSolve, {STARPU_R, STARPU_RW});
starpu_codelet update = codelet("update", runUpdate, {STARPU_R, STARPU_R, STARPU_RW});
starpu_codelet updateDiagonal = codelet("update on the diagonal", runUpdateDiagonal, {STARPU_R, STARPU_RW});

void loadKernels(const char *path) {
  check(starpu_opencl_load_opencl_from_file(path, &program, nullptr), "starpu_opencl_load_opencl_from_file");
}

void unloadKernels() { starpu_opencl_unload_opencl(&program); }

} // namespace weft::host
