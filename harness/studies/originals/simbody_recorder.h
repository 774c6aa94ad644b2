/* What the program that recorded Simbody's runs has written (`a_integrators`,
 * `b_coordinate_projection`, `c1_bouncing_ball`, ...), brought into the form of a file of
 * recorded runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SIMBODY_RECORDER_H
#define HARNESS_SIMBODY_RECORDER_H

#include <jansson.h>

/* Changes *records if they are such a program's; nothing otherwise. Its parts get the names of
 * simbody_parts, runs on a rod their `start_angle`, and of fixed steps their `h`. In place of what
 * is no run of a method that we have is null; the text `left_out` tells how many those are.
 * Nonzero: no memory. */
int simbody_read_recorder(json_t *records);

#endif
