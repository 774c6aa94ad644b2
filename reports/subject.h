/* What an integrator is judged in: subjects, each with the studies that speak about it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SUBJECT_H
#define REPORTS_SUBJECT_H

#include "reports/results.h"

enum subject_kind {
    SUBJECT_METHOD,
    SUBJECT_ORDER,
    SUBJECT_ESTIMATE,
    SUBJECT_CONSERVATION,
    SUBJECT_DETERMINISM,
    SUBJECT_ROBUSTNESS,
    SUBJECT_COUNTERS,
    SUBJECT_KINDS
};

struct subject_info {
    const char *name;     /* "Order"; also of its section */
    const char *anchor;   /* of its section */
    const char *question; /* that it answers */
};
const struct subject_info *subject_info(enum subject_kind kind);

/* The subject of a result; SUBJECT_KINDS: of none. */
enum subject_kind subject_of(const struct report_result *result);

/* In the order of how bad they are. */
enum grade { GRADE_HOLDS, GRADE_PARTLY, GRADE_OPEN, GRADE_UNTRIED, GRADE_FAILS };

struct subject_grade {
    enum grade grade;
    int passing, stopping, open; /* results; the others neither pass nor were asked to */
    const struct report_result *worst; /* NULL: there are none */
};

/* Whether a result judges something; numbers behind a figure do not. */
bool subject_judges(const struct report_result *result);

/* What the results about a subject come to: it fails if one of them stops the gate, is
 * open if all leave it open or the weights were compared with nothing, holds in part if more leave it open than pass, else
 * holds. */
struct subject_grade subject_grade(const struct results *r, enum subject_kind kind);

/* "holds", "holds in part", "open", "not tried", "fails". */
const char *grade_text(enum grade grade);

/* The verdict whose mark it bears. */
enum verdict grade_mark(enum grade grade);

#endif
