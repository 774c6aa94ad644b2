/* What the files of an impact share. Velocities before the round are the trial's, and u_before
 * those of the contacts. Internal to fast/contact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_CONTACT_IMPACT_H
#define FAST_CONTACT_IMPACT_H

#include "fast/contact/stepper/stepper.h"

/* The trial's velocities; whether contact i touches and approaches; its e in this impact, 0 unless
 * it does. */
double *impact_velocities(const struct contact_stepper *c);
bool impact_approaches(const struct contact_stepper *c, int i);
double impact_restitution(const struct contact_stepper *c, int i);

/* Poses the problem without load: all that touch take part, or only those that approach. */
void impact_pose(struct contact_stepper *c, bool only_approaching);
void impact_clear(struct contact_stepper *c); /* the answer's impulses */
/* sum[n] += factor part. */
void impact_add(int n, double factor, const double *part, double *sum);
/* How a solve from the trial's velocities is told; such a solve; the same, and what comes
 * of it is kept as compression's. */
struct notice impact_notice(const struct contact_stepper *c, int round);
enum fast_status impact_solve(struct contact_stepper *c, const struct notice *notice);
enum fast_status impact_compress(struct contact_stepper *c, int round);
/* Takes the velocities and impulses of the answer over. */
void impact_take(struct contact_stepper *c);

/* impact_expand.c: the rest of a round, by Poisson after compression, by Newton instead. */
enum fast_status impact_expand(struct contact_stepper *c, int round,
                               bool only_approaching);
enum fast_status impact_reflect(struct contact_stepper *c, int round,
                                bool only_approaching);

#endif
