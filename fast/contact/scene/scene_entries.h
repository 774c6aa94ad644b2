/* What a scene does with numbers that callbacks have written. Internal to fast/contact.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_SCENE_ENTRIES_H
#define FAST_SCENE_ENTRIES_H

#include "fast/contact/scene/scene.h"

/* Which of x[n] is the first that is not finite; -1: none. */
int scene_find_infinite(int n, const double *x);

/* Entries of a pattern beside those kept from the state before, where there is one: the same, or
 * near by s->nearness; different; or not all finite. */
enum scene_taking { SCENE_AS_BEFORE, SCENE_DIFFERENT, SCENE_NOT_FINITE };
enum scene_taking scene_judge_entries(const struct scene *s,
                                      const struct fast_pattern *pattern,
                                      const double *entries, const double *kept);

#endif
