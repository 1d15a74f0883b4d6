// Tiles and who has them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cholesky-on-starpu/TiledMatrix.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace weft::host {

double element(size_t row, size_t column, size_t size) {
  const double apart = std::abs(static_cast<double>(row) - static_cast<double>(column));
  return 1 / (1 + apart) + (row == column ? static_cast<double>(size) : 0);
}

TiledMatrix::TiledMatrix(size_t tiles, size_t width) : tiles_(tiles), width_(width), parts_(tiles * tiles) {
  int rank = 0, ranks = 1;
  starpu_mpi_comm_rank(MPI_COMM_WORLD, &rank);
  starpu_mpi_comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Dims_create(ranks, 2, ranks_.data());
  const auto side = static_cast<uint32_t>(width_);
  for (size_t row = 0; row < tiles_; ++row)
    for (size_t column = 0; column <= row; ++column) {
      Tile &tile = parts_[row * tiles_ + column];
      const int owner = ownerOf(row, column);
      if (owner == rank) {
        tile.numbers.reserve(width_ * width_);
        for (size_t r = 0; r < width_; ++r)
          for (size_t c = 0; c < width_; ++c)
            tile.numbers.push_back(element(row * width_ + r, column * width_ + c, size()));
      }
      starpu_matrix_data_register(&tile.handle, owner == rank ? STARPU_MAIN_RAM : -1,
                                  reinterpret_cast<uintptr_t>(tile.numbers.data()), side, side, side, sizeof(double));
      starpu_mpi_data_register(tile.handle, static_cast<starpu_mpi_tag_t>(row * tiles_ + column), owner);
    }
}

TiledMatrix::~TiledMatrix() {
  for (const Tile &tile : parts_)
    if (tile.handle)
      starpu_data_unregister(tile.handle);
}

int TiledMatrix::ownerOf(size_t row, size_t column) const {
  return static_cast<int>(row) % ranks_[0] * ranks_[1] + static_cast<int>(column) % ranks_[1];
}

std::vector<double> TiledMatrix::gather() const {
  int rank = 0;
  starpu_mpi_comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<double> all(rank == 0 ? size() * size() : 0);
  for (size_t row = 0; row < tiles_; ++row)
    for (size_t column = 0; column <= row; ++column) {
      starpu_mpi_get_data_on_node(MPI_COMM_WORLD, tile(row, column), 0);
      if (rank != 0)
        continue;
      starpu_data_acquire(tile(row, column), STARPU_R);
      const auto *numbers = static_cast<const double *>(starpu_data_get_local_ptr(tile(row, column)));
      for (size_t r = 0; r < width_; ++r)
        std::copy_n(numbers + r * width_, width_, &all[(row * width_ + r) * size() + column * width_]);
      starpu_data_release(tile(row, column));
    }
  return all;
}

} // namespace weft::host
