/* What a file keeps of a truth, or of the failure to find one: every member of the JSON object,
 * said once. Numbers of MPFR are exact ones (exact_number.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRUTH_KEPT_H
#define HARNESS_TRUTH_KEPT_H

#include "harness/base/record/record.h"

/* Of a truth that was found; nx components at each of the times. */
struct truth_kept_solution {
    long grade, way;              /* enum ref_grade, enum ref_way */
    long precision;               /* bits that hold every number of the state */
    json_t *state, *radii;        /* [times * nx] */
    json_t *bits, *order, *steps; /* of both runs; 0: there was one */
    long switches, attempts;
    double growth;
    json_t *proof; /* truth_proof.h; NULL: none was made */
};

struct truth_kept {
    const char *manner; /* how it was asked for (truth_record_manner) */
    long digits;        /* that were asked for */
    json_t *times;      /* ascending */
    long status;        /* enum ref_status */
    double seconds;
    json_t *tried, *opinion; /* as in struct truth_record; checked by their readers */
    json_t *truth;           /* a solution; NULL: it is a failure */
    json_t *certificate;     /* truth_certificate.h; NULL: none */
};

extern const struct record truth_kept_record, truth_kept_solution_record;

/* *item := the members that the document has; seconds and growth that it does not tell are 0.
 * False: it is none, and there is nothing to clear. */
bool truth_kept_read(struct truth_kept *item, const json_t *document);
bool truth_kept_solution_read(struct truth_kept_solution *item, const json_t *document);

#endif
