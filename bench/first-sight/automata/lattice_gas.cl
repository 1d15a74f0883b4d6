// Lattice gases: particles of a square lattice that collide and then move, and of a hexagonal lattice with a collision table.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define EAST 1
#define NORTH 2
#define WEST 4
#define SOUTH 8

uchar collide(uchar cell) { return cell == (EAST | WEST) ? NORTH | SOUTH : cell == (NORTH | SOUTH) ? EAST | WEST : cell; }

kernel void lattice_gas_square(global const uchar *cells, global uchar *next, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) {
    int left = (x + width - 1) % width, right = (x + 1) % width;
    int above = (y + height - 1) % height, below = (y + 1) % height;
    next[y * width + x] = (collide(cells[y * width + left]) & EAST) | (collide(cells[y * width + right]) & WEST) |
                          (collide(cells[below * width + x]) & NORTH) | (collide(cells[above * width + x]) & SOUTH);
  }
}

// Odd rows stand half a cell to the right. Bits 0 to 5: east, north-east, north-west, west, south-west, south-east; bit 6: a
// wall, bit 7: chance. The width is a power of two.
kernel void lattice_gas_hexagonal(global const uchar *cells, global uchar *next, constant uchar *collisions, uint width,
                                  uint height) {
  uint x = get_global_id(0), y = get_global_id(1);
  uint odd = y & 1, mask = width - 1;
  uint above = (y == 0 ? height - 1 : y - 1) * width, at = y * width, below = (y == height - 1 ? 0 : y + 1) * width;
  uchar moved = cells[at + x] & 0xc0;
  moved |= collisions[cells[at + ((x - 1) & mask)]] & 1;
  moved |= collisions[cells[below + ((x + odd - 1) & mask)]] & 2;
  moved |= collisions[cells[below + ((x + odd) & mask)]] & 4;
  moved |= collisions[cells[at + ((x + 1) & mask)]] & 8;
  moved |= collisions[cells[above + ((x + odd) & mask)]] & 16;
  moved |= collisions[cells[above + ((x + odd - 1) & mask)]] & 32;
  next[at + x] = moved;
}
