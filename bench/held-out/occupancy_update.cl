// Robotics: occupancy update.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Inverse sensor model: updates the log-odds of every cell from one laser scan. */
__kernel void occupancy_update(__global short *logOdds, __global const float *ranges,
                               int width, int height, int beams, float cell,
                               float poseX, float poseY, float poseYaw,
                               float fieldOfView, float maxRange)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    float dx = ((float)x + 0.5f) * cell - poseX;
    float dy = ((float)y + 0.5f) * cell - poseY;
    float r = sqrt(dx * dx + dy * dy);
    if (r > maxRange)
        return;

    float angle = atan2(dy, dx) - poseYaw;
    angle -= 6.28318531f * rint(angle / 6.28318531f);
    if (fabs(angle) > 0.5f * fieldOfView)
        return;
    int beam = (int)((angle / fieldOfView + 0.5f) * (float)(beams - 1) + 0.5f);
    float hit = ranges[clamp(beam, 0, beams - 1)];

    int update;
    if (r > hit + cell)
        update = 0;
    else if (hit < maxRange && fabs(r - hit) <= cell)
        update = 85;
    else
        update = -40;
    logOdds[y * width + x] = (short)clamp(logOdds[y * width + x] + update, -2000, 3500);
}
