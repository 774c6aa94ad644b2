/* What the original costs: error control.
 *
 * Recorded from the classes of Drake be259df (20 August 2026) built with g++ 12.2 -O2 for
 * generic x86-64, one pinned thread of a virtual Xeon of 2.6 GHz; medians of 15 runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/speed/measure/original_cost.h"

#define UNSET NAN /* the accuracy is left at its default */

/* Model, scheme, accuracy, final time, steps in a run, ns a step; in a run: iterations,
 * evaluations, Jacobians, factorisations. */
const struct original_cost original_cost_controlled[] = {
    {"spring_k1", VIE_REUSE, UNSET, 4, 40, 4100.6, 359, 361, 1, 1},
    {"spring_k1", VIE_REUSE, 1e-3, 4, 40, 4091.2, 359, 361, 1, 1},
    {"spring_k1", VIE_REUSE, 1e-5, 4, 220, 4050, 1989, 1991, 1, 1},
    {"spring_k1", IE_REUSE, UNSET, 4, 40, 2474.8, 320, 363, 1, 1},
    {"spring_k1", IE_REUSE, 1e-3, 4, 40, 2472.4, 320, 363, 1, 1},
    {"spring_k1", IE_REUSE, 1e-5, 4, 220, 2885.9, 2207, 2431, 1, 1},
    {"spring_k1e4", VIE_REUSE, UNSET, 0.25, 74, 9030, 1535, 1539, 2, 11},
    {"spring_k1e4", VIE_REUSE, 1e-3, 0.25, 1009, 6478.4, 14823, 14829, 3, 6},
    {"spring_k1e4", VIE_REUSE, 1e-5, 0.25, 10688, 4853.1, 115492, 115498, 3, 7},
    {"spring_k1e4", IE_REUSE, UNSET, 0.25, 82, 3856.2, 1093, 1207, 1, 30},
    {"spring_k1e4", IE_REUSE, 1e-3, 0.25, 1044, 2868, 10506, 11643, 1, 21},
    {"spring_k1e4", IE_REUSE, 1e-5, 0.25, 10583, 2462.4, 89611, 100331, 1, 20},
    {"smd_stiff", VIE_REUSE, UNSET, 0.5, 67, 6157.5, 916, 932, 8, 20},
    {"smd_stiff", VIE_REUSE, 1e-3, 0.5, 630, 5117.1, 7131, 7147, 8, 19},
    {"smd_stiff", VIE_REUSE, 1e-5, 0.5, 6271, 5484.6, 76650, 76666, 8, 21},
    {"smd_stiff", IE_REUSE, UNSET, 0.5, 64, 3341, 717, 793, 1, 18},
    {"smd_stiff", IE_REUSE, 1e-3, 0.5, 634, 2839.7, 6165, 6833, 1, 24},
    {"smd_stiff", IE_REUSE, 1e-5, 0.5, 6020, 2882.6, 60201, 66373, 1, 31},
    {"pendulum", VIE_REUSE, UNSET, 2, 21, 4487.1, 198, 200, 1, 1},
    {"pendulum", VIE_REUSE, 1e-3, 2, 151, 4434.1, 1476, 1478, 1, 1},
    {"pendulum", VIE_REUSE, 1e-5, 2, 1493, 4512.5, 14597, 14599, 1, 1},
    {"pendulum", IE_REUSE, UNSET, 2, 21, 3220.3, 219, 244, 1, 1},
    {"pendulum", IE_REUSE, 1e-3, 2, 151, 3877.3, 1968, 2135, 1, 1},
    {"pendulum", IE_REUSE, 1e-5, 2, 1506, 3840.9, 20737, 22264, 1, 1},
    {"double_pendulum", VIE_REUSE, UNSET, 1, 18, 8451, 312, 318, 2, 3},
    {"double_pendulum", VIE_REUSE, 1e-3, 1, 176, 5116.9, 1887, 1890, 1, 1},
    {"double_pendulum", VIE_REUSE, 1e-5, 1, 1716, 4714, 17096, 17099, 1, 1},
    {"double_pendulum", IE_REUSE, UNSET, 1, 19, 6006.9, 327, 365, 2, 6},
    {"double_pendulum", IE_REUSE, 1e-3, 1, 177, 4376.3, 2298, 2511, 1, 2},
    {"double_pendulum", IE_REUSE, 1e-5, 1, 1733, 3906.2, 20689, 22473, 1, 2},
    {"vdp_mu5", VIE_REUSE, UNSET, 8, 91, 4242.8, 1041, 1050, 3, 13},
    {"vdp_mu5", VIE_REUSE, 1e-3, 8, 271, 5414.3, 4140, 4143, 1, 4},
    {"vdp_mu5", VIE_REUSE, 1e-5, 8, 2395, 4028.3, 26828, 26831, 1, 2},
    {"vdp_mu5", IE_REUSE, UNSET, 8, 91, 2813.2, 1042, 1151, 3, 13},
    {"vdp_mu5", IE_REUSE, 1e-3, 8, 271, 3513.4, 4139, 4447, 1, 4},
    {"vdp_mu5", IE_REUSE, 1e-5, 8, 2393, 2651.3, 26818, 29279, 1, 2},
    {"chain8_k1e5", VIE_REUSE, UNSET, 0.25, 43, 13444.3, 933, 987, 6, 16},
    {"chain8_k1e5", VIE_REUSE, 1e-3, 0.25, 912, 6146.5, 9440, 9485, 5, 9},
    {"chain8_k1e5", VIE_REUSE, 1e-5, 0.25, 10865, 7054.4, 130365, 130410, 5, 9},
    {"chain8_k1e5", IE_REUSE, UNSET, 0.25, 46, 9273.6, 785, 865, 1, 16},
    {"chain8_k1e5", IE_REUSE, 1e-3, 0.25, 912, 5114.4, 8658, 9632, 1, 6},
    {"chain8_k1e5", IE_REUSE, 1e-5, 0.25, 10836, 4914.9, 98412, 109325, 1, 6},
    {"body_free", VIE_REUSE, UNSET, 4, 40, 4426.8, 360, 364, 1, 1},
    {"body_free", VIE_REUSE, 1e-3, 4, 61, 5317.7, 668, 672, 1, 1},
    {"body_free", VIE_REUSE, 1e-5, 4, 529, 5309.7, 5878, 5882, 1, 1},
    {"body_free", IE_REUSE, UNSET, 4, 40, 3327.2, 360, 408, 1, 1},
    {"body_free", IE_REUSE, 1e-3, 4, 61, 3909.6, 656, 733, 1, 1},
    {"body_free", IE_REUSE, 1e-5, 4, 529, 3984.5, 5815, 6367, 1, 1},
    {"heavy_top", VIE_REUSE, UNSET, 1, 20, 11286.2, 471, 503, 8, 15},
    {"heavy_top", VIE_REUSE, 1e-3, 1, 198, 5338.3, 2231, 2243, 3, 6},
    {"heavy_top", VIE_REUSE, 1e-5, 1, 2004, 5669.9, 23867, 23879, 3, 6},
    {"heavy_top", IE_REUSE, UNSET, 1, 11, 4194.2, 122, 150, 2, 3},
    {"heavy_top", IE_REUSE, 1e-3, 1, 193, 3336.1, 1818, 2026, 1, 2},
    {"heavy_top", IE_REUSE, 1e-5, 1, 2007, 3737.9, 21821, 23845, 1, 3},
    {"contact_stack5", VIE_REUSE, UNSET, 0.5, 16, 18708.7, 493, 661, 28, 59},
    {"contact_stack5", VIE_REUSE, 1e-3, 0.5, 405, 6432.1, 5042, 5066, 4, 12},
    {"contact_stack5", VIE_REUSE, 1e-5, 0.5, 4325, 4764.1, 39643, 39661, 3, 5},
    {"contact_stack5", IE_REUSE, UNSET, 0.5, 27, 11012.2, 626, 877, 18, 61},
    {"contact_stack5", IE_REUSE, 1e-3, 0.5, 411, 4561.2, 4490, 5002, 4, 26},
    {"contact_stack5", IE_REUSE, 1e-5, 0.5, 4321, 3821.1, 39784, 44208, 1, 12},
};

const int original_cost_controlled_count =
    sizeof original_cost_controlled / sizeof *original_cost_controlled;
