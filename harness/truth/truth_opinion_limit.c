/* How long a second opinion may take, and what one says that would have taken longer.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/truth/truth_opinion.h"

/* Who has less time than this has not asked for an opinion. */
static const double least_seconds = 1;

/* It may take this long, or as long as the proof did. */
static const double usual_seconds = 5;

static const char too_long[] = "it would take longer than ";

double truth_opinion_share(double seconds) {
    return fmax(usual_seconds, seconds);
}

void truth_opinion_write_limit(char text[TRUTH_OPINION_REASON], double seconds) {
    snprintf(text, TRUTH_OPINION_REASON, "%s%.3g s", too_long, seconds);
}

double truth_opinion_limit(const struct truth_opinion *o) {
    const size_t length = strlen(too_long);
    char *end;
    if (o->why == NULL || strncmp(o->why, too_long, length) != 0)
        return NAN;
    const double seconds = strtod(o->why + length, &end);
    return strcmp(end, " s") == 0 ? seconds : NAN;
}

bool truth_opinion_is_hasty(const struct truth_opinion *o) {
    return truth_opinion_limit(o) < least_seconds;
}

bool truth_opinion_contradicts(const struct truth_opinion *o) {
    return o->is_had && !o->inside;
}
