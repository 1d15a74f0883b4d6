// A symmetric matrix in tiles, dealt out to MPI ranks; StarPU knows each tile of the lower half.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_EXAMPLES_CHOLESKY_ON_STARPU_TILED_MATRIX_H
#define WEFT_EXAMPLES_CHOLESKY_ON_STARPU_TILED_MATRIX_H

#include <array>
#include <cstddef>
#include <vector>

#include <starpu_mpi.h>

namespace weft::host {

/// Element (row, column) of the matrix that is factorised: symmetric, and positive definite by its diagonal.
double element(size_t row, size_t column, size_t size);

class TiledMatrix {
public:
  /// `tiles` times `tiles` tiles of `width` times `width` numbers. Each rank has memory for its own alone.
  TiledMatrix(size_t tiles, size_t width);
  ~TiledMatrix();
  TiledMatrix(const TiledMatrix &) = delete;
  TiledMatrix &operator=(const TiledMatrix &) = delete;

  size_t tiles() const { return tiles_; }
  size_t width() const { return width_; }
  size_t size() const { return tiles_ * width_; }
  /// Of the lower half: column <= row.
  starpu_data_handle_t tile(size_t row, size_t column) const { return parts_[row * tiles_ + column].handle; }

  /// The lower half on rank 0, with zeros above the diagonal; all ranks call it.
  std::vector<double> gather() const;

private:
  struct Tile {
    starpu_data_handle_t handle = nullptr;
    std::vector<double> numbers;
  };
  int ownerOf(size_t row, size_t column) const;

  const size_t tiles_;
  const size_t width_;
  std::array<int, 2> ranks_{}; ///< of the grid that tiles are dealt out to again and again
  std::vector<Tile> parts_;
};

} // namespace weft::host

#endif
