/* What of the stepper with contacts is timed. Simbody's costs: Simbody 3.7 without assertions,
 * the best of several blocks, and for bricks with PLUS at n = 10 the mean of twenty steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_contacts.h"

#include <math.h>

const double timing_contact_step = 1e-3;

#define PLUS PEER_SCENE_PLUS
#define PGS PEER_SCENE_PGS

const struct timing_contact_row timing_contact_rows[] = {
    {"bouncing_ball", NULL, PLUS, 1000, 500, NAN, NAN},
    {"cradle", NULL, PLUS, 200, 50, NAN, NAN},
    {"slider_stack", "10", PLUS, 200, 50, 52190.4, 1e3},
    {"slider_stack", "10", PGS, 200, 10, 126078.7, 1e3},
    {"brick_stack", "10", PGS, 100, 2, 4439162.5, 25e3},
    {"brick_stack", "2", PLUS, 200, 10, 119392.1, NAN},
    {"brick_stack", "100", PGS, 50, 0, NAN, 250e3},
};

const int timing_contact_rows_count =
    sizeof timing_contact_rows / sizeof *timing_contact_rows;
