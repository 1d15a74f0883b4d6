// Reads 640 vectors before it writes any: far more than there are registers, and more than a fiber's usual stack.
#define TEN(STEP, n) STEP(n##0) STEP(n##1) STEP(n##2) STEP(n##3) STEP(n##4) STEP(n##5) STEP(n##6) STEP(n##7) STEP(n##8) STEP(n##9)
#define HUNDRED(STEP, n) TEN(STEP, n##0) TEN(STEP, n##1) TEN(STEP, n##2) TEN(STEP, n##3) TEN(STEP, n##4) \
                         TEN(STEP, n##5) TEN(STEP, n##6) TEN(STEP, n##7) TEN(STEP, n##8) TEN(STEP, n##9)
#define ALL(STEP) HUNDRED(STEP, 1) HUNDRED(STEP, 2) HUNDRED(STEP, 3) HUNDRED(STEP, 4) HUNDRED(STEP, 5) HUNDRED(STEP, 6) \
                  TEN(STEP, 70) TEN(STEP, 71) TEN(STEP, 72) TEN(STEP, 73)
#define READ(n) const long16 v##n = mine[n - 100];
#define WRITE(n) mine[places[n - 100]] = v##n;

kernel void many_live_vectors(global long16 *vectors, constant uint *places) {
  global long16 *mine = vectors + get_global_id(0) * 640;
  ALL(READ)
  ALL(WRITE)
}
