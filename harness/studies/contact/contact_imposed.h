/* The energy that obstacles and joints that move by themselves put into an impact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONTACT_IMPOSED_H
#define HARNESS_CONTACT_IMPOSED_H

#include <stdbool.h>

struct contact_event; /* fast/contact.h */
struct model;         /* problems/model.h */

/* Whether an obstacle of the model moves by itself: a contact's velocity has an offset. */
bool contact_obstacles_move(const struct model *m);

/* What obstacles and joints that move by themselves put into T in a solve of an impact,
 *
 *     -(r . offset + lambda . joint_offset),
 *
 * with the event's own u = J v + offset; in faithful mode, which has no joints,
 * T1 - T0 - r . (u0 + u1)/2. The same with joints would count what velocities before that do not
 * meet them bring. Exactly 0 where nothing moves by itself; `moves`: the model's obstacles do. */
double contact_event_imposed(const struct contact_event *event, int rows, bool moves);

#endif
