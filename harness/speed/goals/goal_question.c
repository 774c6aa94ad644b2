/* Which questions are put to what.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/goals/goal_question.h"

#include <string.h>

#include "harness/league/engines.h"

bool goal_is_of_all_peers(const struct goal_question *q) {
    return q->words != NULL && strcmp(q->words, GOAL_OF_ALL_PEERS) == 0;
}

bool goal_is_missing(const struct goal_question *q) {
    return q->needs != NULL && !league_is_installed(q->needs);
}

bool goal_is_of_engines(const struct goal_question *q) {
    return q->needs != NULL;
}
