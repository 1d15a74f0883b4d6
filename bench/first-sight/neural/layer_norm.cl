// Layer normalisation: of rows with one work-group each, and of the channels of pixels in planes with one work-item each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
float sumOfGroup(float value, local float *partial) {
  int item = get_local_id(0);
  partial[item] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = get_local_size(0) >> 1; step > 0; step >>= 1) {
    if (item < step)
      partial[item] += partial[item + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float sum = partial[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return sum;
}

kernel void layer_norm_groups(global const float *input, global const float *gamma, global const float *beta,
                              global float *output, int columns, float epsilon, local float *partial) {
  global const float *x = input + get_group_id(0) * columns;
  global float *y = output + get_group_id(0) * columns;
  float sum = 0.0f;
  for (int i = get_local_id(0); i < columns; i += get_local_size(0))
    sum += x[i];
  float mean = sumOfGroup(sum, partial) / columns;
  float squares = 0.0f;
  for (int i = get_local_id(0); i < columns; i += get_local_size(0)) {
    float d = x[i] - mean;
    squares += d * d;
  }
  float inverse = rsqrt(sumOfGroup(squares, partial) / columns + epsilon);
  for (int i = get_local_id(0); i < columns; i += get_local_size(0))
    y[i] = (x[i] - mean) * inverse * gamma[i] + beta[i];
}

kernel void layer_norm_planes(global const float *input, constant float *gamma, constant float *beta,
                              global float *output, int channels, int pixels, float epsilon) {
  int pixel = get_global_id(0);
  if (pixel >= pixels)
    return;
  float mean = 0.0f;
  for (int c = 0; c < channels; c++)
    mean += input[c * pixels + pixel];
  mean /= channels;
  float variance = 0.0f;
  for (int c = 0; c < channels; c++) {
    float d = input[c * pixels + pixel] - mean;
    variance += d * d;
  }
  float inverse = 1.0f / sqrt(variance / channels + epsilon);
  for (int c = 0; c < channels; c++)
    output[c * pixels + pixel] = gamma[c] * ((input[c * pixels + pixel] - mean) * inverse) + beta[c];
}
