/* What is measured of a run in the league.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_LEAGUE_MEASURES_H
#define HARNESS_LEAGUE_MEASURES_H

#include "harness/league/scenes.h"

/* max |x_i - truth_i| / max |truth_i|. */
double league_error(const struct league_view *view);

/* The invariant `energy` of the model at x, at time 0; NaN: it has none. */
double league_model_energy(struct model *m, const double *x);

/* That at the end less that at the start: what has been made. */
double league_made(const struct league_view *view);

/* Of a chain x[i], y[i]: the largest | |r_i - r_{i-1}|/l - 1 |, r_0 = 0. */
double league_joint_drift(const struct league_view *view);

/* Of balls on a line: the last one's speed over the first one's at the start; the sum of m v
 * over that at the start. */
double league_last_speed(const struct league_view *view);
double league_momentum(const struct league_view *view);

/* Of a mass m on a spring k: (m v^2 + k x^2) at the end over that at the start. */
double league_kept(const struct league_view *view);

/* sqrt(E/(m g z0)), E = m v^2/2 + m g z between two impacts; 0 where E < 0. */
double league_restitution(const struct league_view *view);

/* Of a ball on the floor: how far its lowest point is below it; 0 above. */
double league_sunk(const struct league_view *view);

/* Of a brick that rocks: sqrt(E/E0), E above that at which it stands, E0 at the start; 0 where E
 * < 0. */
double league_rocked(const struct league_view *view);

/* Component x at the end; that over the truth's; and how far (x, y) is from the start. */
double league_x(const struct league_view *view);
double league_place(const struct league_view *view);
double league_unseated(const struct league_view *view);

/* Of a woodpecker: how far it has come down over the truth's way; how late the bird swings, s,
 * by the angle that it is behind the truth's over the truth's angular velocity. */
double league_descent(const struct league_view *view);
double league_late(const struct league_view *view);

/* Of a block pushed over level ground with (u0, s0): degrees between the way it has gone and the
 * push; the way's length over |u|^2/(2 mu g) (Coulomb). */
double league_direction(const struct league_view *view);
double league_distance(const struct league_view *view);

/* Of a block let go on a slope: how far it is from the start; that over
 * g (sin(slope) - mu cos(slope)) t^2/2. */
double league_creep(const struct league_view *view);
double league_slope(const struct league_view *view);

/* Of bricks let go at rest: how far one is across, the largest; how far the last has sunk. */
double league_stack_creep(const struct league_view *view);
double league_stack_sinking(const struct league_view *view);

/* The largest speed of the model's contacts at the end, normal ones and sliding: what a step has
 * left of the laws of contact where all bodies rest on each other, and none has an impulse that
 * the laws forbid. */
double league_contact_speed(const struct league_view *view);

/* The largest distance of the model's contacts at the end, between faces that are apart and of
 * faces that are in each other. */
double league_contact_gap(const struct league_view *view);

/* What the run tells of a step. */
double league_step_time(const struct league_view *view);
double league_later_time(const struct league_view *view);
double league_iterations(const struct league_view *view);

/* Of bricks: the angle by which one has turned, the largest: degrees. */
double league_turned(const struct league_view *view);

/* That over the same of the truth. */
double league_tipped(const struct league_view *view);

/* Of a sphere that touches the floor with u0 and w0: its speed over (5 u0 - 2 R w0)/7, which it
 * rolls with. */
double league_rolling(const struct league_view *view);

#endif
