// The heat equation on a plate whose rows are dealt out to MPI ranks, each with a device of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: mpirun -n RANKS heat-over-mpi [ROWS COLUMNS STEPS]
//   MPI sends rows straight from the memory that kernels write and receives them where kernels read, and does so while
//   the kernel for all rows but the outermost ones runs.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "common/Report.h"
#include "common/Session.h"
#include "common/Timing.h"
#include "heat-over-mpi/HostHeat.h"
#include "heat-over-mpi/Slab.h"

using namespace weft::host;

namespace {

/// The rows that a rank computes: all but the plate's first and last one, as evenly as it goes.
struct Share {
  size_t first;
  size_t rows;
};
Share shareOf(const Plate &plate, int rank, int ranks) {
  const size_t inner = plate.rows - 2;
  const auto begin = [&](int number) { return 1 + inner * static_cast<size_t>(number) / static_cast<size_t>(ranks); };
  return {begin(rank), begin(rank + 1) - begin(rank)};
}

/// Ranks before and behind this one; MPI_PROC_NULL at the plate's edges, where sending and receiving do nothing.
struct Neighbours {
  int above, below;
};

void step(const Session &session, Slab &slab, const Neighbours &neighbours, int columns) {
  const size_t last = slab.rows();
  // What the neighbours wait for comes first.
  cl_event outermost = nullptr;
  if (last > 1)
    slab.enqueueRows(1, 2);
  slab.enqueueRows(last, last + 1, &outermost);
  if (last > 2)
    slab.enqueueRows(2, last);
  check(clFlush(session.queue()), "clFlush");

  std::array<MPI_Request, 4> requests;
  MPI_Irecv(slab.nextRow(0), columns, MPI_FLOAT, neighbours.above, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(slab.nextRow(last + 1), columns, MPI_FLOAT, neighbours.below, 1, MPI_COMM_WORLD, &requests[1]);
  check(clWaitForEvents(1, &outermost), "clWaitForEvents");
  clReleaseEvent(outermost);
  MPI_Isend(slab.nextRow(last), columns, MPI_FLOAT, neighbours.below, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(slab.nextRow(1), columns, MPI_FLOAT, neighbours.above, 1, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  session.finish();
  slab.turn();
}

/// All inner rows on rank 0, straight out of the ranks' slabs.
std::vector<float> gather(const Plate &plate, Slab &slab, int rank, int ranks) {
  std::vector<int> counts, places;
  for (int other = 0; other < ranks; ++other) {
    const Share share = shareOf(plate, other, ranks);
    counts.push_back(static_cast<int>(share.rows * plate.columns));
    places.push_back(static_cast<int>(share.first * plate.columns));
  }
  std::vector<float> all(rank == 0 ? plate.rows * plate.columns : 0);
  MPI_Gatherv(slab.row(1), counts[static_cast<size_t>(rank)], MPI_FLOAT, all.data(), counts.data(), places.data(),
              MPI_FLOAT, 0, MPI_COMM_WORLD);
  return all;
}

/// Whether the inner rows are those that the host computes, bit by bit.
bool agrees(const Plate &plate, const std::vector<float> &all, double seconds, int ranks) {
  std::vector<float> expected;
  const double hostSeconds = secondsOf([&] { expected = heat(plate); });
  const auto begin = static_cast<std::ptrdiff_t>(plate.columns);
  const bool equal = std::equal(all.begin() + begin, all.end() - begin, expected.begin() + begin);
  std::printf("%zu x %zu cells, %u steps: %d rank%s %.1f ms, C++ on one thread %.1f ms; the results %s.\n", plate.rows,
              plate.columns, plate.steps, ranks, ranks == 1 ? "" : "s", 1e3 * seconds, 1e3 * hostSeconds,
              equal ? "agree" : "DIFFER");
  return equal;
}

bool run(const Plate &plate, int rank, int ranks) {
  const Session session(devicesInView().front());
  cl_uint units = 0;
  check(clGetDeviceInfo(session.where().device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
        "CL_DEVICE_MAX_COMPUTE_UNITS");
  const Share share = shareOf(plate, rank, ranks);
  std::printf("Rank %d has %zu rows and %u CPU%s.\n", rank, share.rows, units, units == 1 ? "" : "s");
  Slab slab(session, plate, share.first, share.rows);
  const Neighbours neighbours{rank == 0 ? MPI_PROC_NULL : rank - 1, rank == ranks - 1 ? MPI_PROC_NULL : rank + 1};

  // The first launch of all waits for the compiler; what it writes, the first step writes again.
  slab.enqueueRows(1, share.rows + 1);
  session.finish();
  MPI_Barrier(MPI_COMM_WORLD);
  double seconds = secondsOf([&] {
    for (unsigned number = 0; number < plate.steps; ++number)
      step(session, slab, neighbours, static_cast<int>(plate.columns));
  });
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  const std::vector<float> all = gather(plate, slab, rank, ranks);
  return rank != 0 || agrees(plate, all, seconds, ranks);
}

} // namespace

int main(int argc, char **argv) {
  // Kernels' threads never call MPI.
  int given = MPI_THREAD_SINGLE, rank = 0, ranks = 1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  Plate plate{.rows = 1026, .columns = 1024, .steps = 200, .rate = 0.2f};
  if (argc == 4) {
    plate.rows = std::strtoul(argv[1], nullptr, 10);
    plate.columns = std::strtoul(argv[2], nullptr, 10);
    plate.steps = static_cast<unsigned>(std::strtoul(argv[3], nullptr, 10));
  }
  if (plate.rows < 2 + static_cast<size_t>(ranks) || plate.columns < 3) {
    std::fprintf(stderr, "The plate is too small for %d ranks.\n", ranks);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const int status = exampleMain([&] { return run(plate, rank, ranks); });
  if (status != 0)
    MPI_Abort(MPI_COMM_WORLD, status); // the others would wait for this one
  MPI_Finalize();
  return 0;
}
