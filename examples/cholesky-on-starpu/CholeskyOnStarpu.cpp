// A tiled Cholesky factorisation: StarPU schedules the tiles' tasks, MPI moves tiles, OpenCL kernels compute.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: mpirun -n RANKS cholesky-on-starpu [TILES WIDTH]
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <starpu_mpi.h>

#include "cholesky-on-starpu/Codelets.h"
#include "cholesky-on-starpu/TiledMatrix.h"
#include "common/Report.h"
#include "common/Timing.h"

using namespace weft::host;

namespace {

void submitted(int result) {
  if (result != 0)
    throw std::runtime_error("StarPU refuses a task: " + std::to_string(result));
}

/// Each rank submits all tasks; StarPU runs those whose result is a tile of this rank, and has the others' tiles sent.
void factoriseTiles(const TiledMatrix &matrix) {
  const auto tile = [&](size_t row, size_t column) { return matrix.tile(row, column); };
  for (size_t step = 0; step < matrix.tiles(); ++step) {
    submitted(starpu_mpi_task_insert(MPI_COMM_WORLD, &factorise, STARPU_RW, tile(step, step), 0));
    for (size_t row = step + 1; row < matrix.tiles(); ++row)
      submitted(
          starpu_mpi_task_insert(MPI_COMM_WORLD, &solve, STARPU_R, tile(step, step), STARPU_RW, tile(row, step), 0));
    for (size_t row = step + 1; row < matrix.tiles(); ++row) {
      for (size_t column = step + 1; column < row; ++column)
        submitted(starpu_mpi_task_insert(MPI_COMM_WORLD, &update, STARPU_R, tile(row, step), STARPU_R,
                                         tile(column, step), STARPU_RW, tile(row, column), 0));
      submitted(starpu_mpi_task_insert(MPI_COMM_WORLD, &updateDiagonal, STARPU_R, tile(row, step), STARPU_RW,
                                       tile(row, row), 0));
    }
  }
  // A rank's own tasks end after the rank has received all tiles that they read. starpu_mpi_wait_for_all() would also
  // enter a barrier that blocks the thread which sends tiles: with StarPU 1.3 another rank sometimes waits for ever.
  submitted(starpu_task_wait_for_all());
}

/// The largest difference between the matrix and factor * transpose(factor), computed here without tiles.
double largestDifference(const std::vector<double> &factor, size_t size) {
  double largest = 0;
  for (size_t row = 0; row < size; ++row)
    for (size_t column = 0; column <= row; ++column) {
      double sum = 0;
      for (size_t k = 0; k <= column; ++k)
        sum += factor[row * size + k] * factor[column * size + k];
      const double difference = std::abs(sum - element(row, column, size));
      if (!(difference <= largest)) // a NaN counts, too
        largest = difference;
    }
  return largest;
}

bool run(size_t tiles, size_t width) {
  int rank = 0, ranks = 1;
  starpu_mpi_comm_rank(MPI_COMM_WORLD, &rank);
  starpu_mpi_comm_size(MPI_COMM_WORLD, &ranks);
  loadKernels(EXAMPLE_DIR "/cholesky.cl");
  double seconds = 0;
  bool good = true;
  {
    const TiledMatrix matrix(tiles, width);
    const size_t size = matrix.size();
    starpu_mpi_barrier(MPI_COMM_WORLD);
    seconds = secondsOf([&] { factoriseTiles(matrix); });
    const std::vector<double> factor = matrix.gather();
    if (rank == 0) {
      const double difference = largestDifference(factor, size);
      // Some roundings of the largest elements, which are about `size`.
      good = difference <= 16 * std::numeric_limits<double>::epsilon() * static_cast<double>(size);
      std::printf("%zu x %zu numbers in %zu x %zu tiles: %d rank%s %.1f ms; the product of the factors differs by %.2g "
                  "at most: %s.\n",
                  size, size, tiles, tiles, ranks, ranks == 1 ? "" : "s", 1e3 * seconds, difference,
                  good ? "right" : "WRONG");
    }
  }
  unloadKernels();
  return good;
}

} // namespace

int main(int argc, char **argv) {
  // StarPU takes GPUs and accelerators for OpenCL devices, and CPUs where it is told so.
  setenv("STARPU_OPENCL_ON_CPUS", "1", 0);
  starpu_conf conf;
  starpu_conf_init(&conf);
  conf.ncpus = 0;                   // Weft's workers are those of the CPUs
  conf.sched_policy_name = "eager"; // there is one device to choose from; STARPU_SCHED names another policy
  if (starpu_mpi_init_conf(&argc, &argv, 1, MPI_COMM_WORLD, &conf) != 0 || starpu_opencl_worker_get_count() == 0) {
    std::fprintf(stderr, "StarPU sees no OpenCL device.\n");
    return 2;
  }
  const size_t tiles = argc == 3 ? std::strtoul(argv[1], nullptr, 10) : 8;
  const size_t width = argc == 3 ? std::strtoul(argv[2], nullptr, 10) : 64;
  const int status = exampleMain([&] { return run(tiles, width); });
  if (status != 0)
    MPI_Abort(MPI_COMM_WORLD, status);
  starpu_mpi_shutdown();
  return 0;
}
