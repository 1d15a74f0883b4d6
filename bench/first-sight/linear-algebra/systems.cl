// Triangular and tridiagonal systems.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One unit lower triangle for many right sides; a work-item solves for one column.
kernel void lower_solve_columns(global const float *lower, global float *x, int n, int columns) {
  int column = get_global_id(0);
  if (column >= columns)
    return;
  for (int i = 0; i < n; i++) {
    float sum = x[i * columns + column];
    for (int j = 0; j < i; j++)
      sum -= lower[i * n + j] * x[j * columns + column];
    x[i * columns + column] = sum;
  }
}

#define SIZE 32

// A system of 32 unknowns for each work-group; the work-items wait for the unknown of each step.
kernel __attribute__((reqd_work_group_size(SIZE, 1, 1))) void
lower_solve_groups(global const double *restrict lower, global const double *restrict inverseDiagonal,
                   global const double *restrict right, global double *restrict solution) {
  local double known[SIZE];
  const int row = get_local_id(0), system = get_group_id(0);
  global const double *matrix = lower + system * SIZE * SIZE;
  double rest = right[system * SIZE + row];
  const double inverse = inverseDiagonal[system * SIZE + row];
  for (int step = 0; step < SIZE; ++step) {
    if (row == step)
      known[step] = rest * inverse;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row > step)
      rest -= matrix[row * SIZE + step] * known[step];
  }
  solution[system * SIZE + row] = known[row];
}

#define ROWS 64

// Elimination and substitution down many systems of 64 unknowns, whose equal rows stand together.
kernel void tridiagonal_systems(global const double *below, global const double *diagonal, global const double *above,
                                global const double *right, global double *solution) {
  size_t i = get_global_id(0), systems = get_global_size(0);
  double factor[ROWS];
  double inverse = 1.0 / diagonal[i];
  double last = right[i] * inverse;
  factor[0] = above[i] * inverse;
  solution[i] = last;
  for (int row = 1; row < ROWS; ++row) {
    size_t at = row * systems + i;
    inverse = 1.0 / (diagonal[at] - below[at] * factor[row - 1]);
    factor[row] = above[at] * inverse;
    last = (right[at] - below[at] * last) * inverse;
    solution[at] = last;
  }
  for (int row = ROWS - 2; row >= 0; --row) {
    last = solution[row * systems + i] - factor[row] * last;
    solution[row * systems + i] = last;
  }
}
