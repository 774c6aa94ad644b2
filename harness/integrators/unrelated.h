/* A model to be integrated beside another one: its sizes and parts are not those of most models.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_UNRELATED_H
#define HARNESS_UNRELATED_H

/* Positions, velocities and other states. */
enum { UNRELATED_STATES = 5 };

extern const char unrelated_text[]; /* as a model file has it */
extern const double unrelated_step;

#endif
