/* A model's standard times: what a person asks for first, and what the catalogue keeps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_STANDARD_H
#define HARNESS_TRUTH_STANDARD_H

#include "harness/truth/truth.h"
#include "problems/base/status.h"

/* Times have this many bits when no more digits than this are wanted, so that a time which
 * is no exact binary number is the same one whatever the digits; else eight for each digit:
 * enough for the digits, and as many again for the error that an inexact time makes when the
 * solution changes fast. */
enum { TRUTH_TIME_BITS = 512, TRUTH_BITS_A_DIGIT = 8 };
mpfr_prec_t truth_time_bits(int digits);

/* At the time of an impact the state is the one behind it. So that this holds for 0.9, too,
 * which is no binary number, times are read with some bits more, and then rounded upward where
 * there are contacts: the time that is taken is the one that is meant, or behind it. */
enum { TRUTH_READING_BITS = 64 };
mpfr_rnd_t truth_time_rounding(const struct model *m);

/* The digits that are tried for the catalogue, the most first; ends with 0. */
extern const int truth_standard_digits[];

/* Whether fewer digits may be had where so many cannot. */
bool truth_needs_less(enum ref_status status);

/* As truth_find; r->digits 0: as many as are known, else as can be had. */
enum ref_status truth_find_all(const struct truth_request *r,
                               struct truth_document *document);

/* Seconds by the clock that the limit of a request is about. */
double truth_seconds_now(const struct truth_request *r);

/* What is left, in seconds, of the limit of a request that began then; 0: it has none. */
double truth_limit_left(const struct truth_request *r, double began);

/* Two groups of ascending times: those within the span, the last of which is its end, and
 * those beyond it. */
struct truth_times {
    int times[2];
    mpfr_t *time[2];  /* each (size times) */
    mpfr_prec_t bits; /* to which they were rounded */
};

/* Freed with truth_times_clear in any case. PROBLEM_NOT_FINITE: the end of the span is no
 * finite number. */
enum problem_status truth_times_find(struct truth_times *t, struct model *m, int digits);
void truth_times_clear(struct truth_times *t, const struct model *m);

#endif
