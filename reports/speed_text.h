/* Times, changes, commits and dates for people, as HTML.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SPEED_TEXT_H
#define REPORTS_SPEED_TEXT_H

#include <jansson.h>

#include "reports/speed.h"
#include "reports/text.h"

/* "52.3 ns", "1.38 us", "4.2 ms", "1.7 s"; a dash when it is not finite. */
void speed_time(struct text *out, double ns);

/* A relative change with its sign: "+1.06 %"; beyond a factor of two "2.31 times". */
void speed_change(struct text *out, double change);

/* The same without a sign, "0.27 %", for widths and rates. */
void speed_percent(struct text *out, double share);

/* The first letters of a commit, the whole of it for who points at it. */
void speed_commit(struct text *out, const char *commit);

/* Seconds since 1970 as "2026-11-21", with the time of the day where it is asked for. */
void speed_date(struct text *out, double seconds, bool with_time);

/* A build as "d1cf0321ab of 2026-11-21, with changes"; a dash when nothing is known. */
void speed_build(struct text *out, const json_t *build);

/* "pendulum / velocity-implicit-euler / default / fixed", breaking at the strokes. */
void speed_name(struct text *out, const char *name);

/* The word of a verdict, and its mark with that word for who cannot see it. */
const char *speed_verdict_text(enum speed_verdict verdict);
void speed_mark(struct text *out, enum speed_verdict verdict);

/* The shapes of the marks; once in a page. */
void speed_symbols(struct text *out);

#endif
