/* The questions of the table of goals, put to this program.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GOAL_ASK_H
#define HARNESS_GOAL_ASK_H

#include <jansson.h>

#include "harness/speed/goals/goal_question.h"

/* The document of each command in the table of goals of which is_wanted (NULL: any) says so, by
 * its words, which the caller frees; where one has none, why: a text. Each may take so many
 * seconds. */
json_t *goal_ask_all(double seconds, goal_filter *is_wanted);

#endif
