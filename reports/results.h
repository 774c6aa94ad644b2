/* What the harness wrote, as read from results.json.
 *
 * All texts belong to the JSON document and live until results_free. Numbers that the
 * file has not are NaN.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_RESULTS_H
#define REPORTS_RESULTS_H

#include <stdbool.h>

#include <jansson.h>

#include "reports/text.h"

enum { RESULTS_FORMAT = 1 }; /* the "format" of results.json that is understood */

/* What stands for a model's index: all of them together, as in "of every model's
 * results"; none, of a result about the whole catalogue (its "model" is "all"); and
 * other problems, which a study brings along and the catalogue has not. */
enum { MODEL_ANY = -1, MODEL_NONE = -2, MODEL_OTHER = -3 };

/* In the order of how bad they are. */
enum verdict { VERDICT_PASS, VERDICT_NOT_ASYMPTOTIC, VERDICT_FAIL };

struct fact {
    const char *name;
    char *value; /* a text or a number in the file */
};

struct report_model {
    const char *name, *title, *source, *why, *text; /* "" when absent */
    char *identifier;                               /* of its section and its figures */
    int tags, states, equations, facts, sizes;
    const char **tag, **state, **equation;
    struct fact *fact, *size; /* parameters; sizes */
    int nq, nv, nz;
    char *begin, *end; /* of the span; NULL when absent */
    bool kinks;
    const char *grade; /* of the truth; "" when there is none */
    double digits;
    char *bits, *steps;           /* of its runs, "108 and 140"; NULL when absent */
    const json_t *truth, *motion; /* objects, or NULL */
    struct motion *drawn;         /* the motion's points (reports/motion.h), or NULL */
};

struct report_result {
    int model;         /* index of its model, or MODEL_NONE, MODEL_OTHER */
    const char *about; /* the model's name in the file */
    const char *method, *arithmetic, *study, *quantity, *grade, *reason;
    const char *accepted; /* why a deviation is accepted; "": it is not */
    const char *mode; /* of the method: "default", "faithful"; "": of none or several */
    const char *component; /* NULL: the norm or the whole state */
    bool shared;           /* the file has the same under another method, too */
    double value, low, high, expected, tolerance, floor;
    enum verdict verdict;
    bool required;
    const json_t *points;      /* an array, or NULL */
    const json_t *fingerprint; /* an object, or NULL */
};

/* An integrator from outside, about which the whole report is. */
struct report_integrator {
    bool given; /* false: the report is about the built-in methods */
    const char *name, *place;
    int options;
    struct fact *option;
    bool has_estimate, has_advance, has_statistics;
};

struct fingerprint; /* reports/fingerprint.h */
struct speed;       /* reports/speed.h */

struct results {
    json_t *document;
    const char *version, *method, *command; /* "" when absent */
    double seconds;
    int facts, models, count;
    struct fact *fact; /* about the machine */
    struct report_model *model;
    struct report_result *result;
    struct report_integrator integrator;
    int comparisons; /* results of built-in methods beside those of an integrator */
    struct report_result *comparison;
    int fingerprints, compared; /* of the results, then of the comparison */
    struct fingerprint *fingerprint;
    const json_t *detection;  /* how well faults are found; NULL: not known */
    const json_t *genericity; /* whether they could hide behind zeros; the same */
    struct speed *speed;      /* what steps cost; NULL: nothing is said of it */
};

/* Reads a file. False: *why has a sentence with the place in the file, and *r is {0}. The
 * caller empties *r with results_free. */
bool results_read(struct results *r, const char *path, struct text *why);
void results_free(struct results *r);

/* Whether a result keeps the gate from passing: a failure always, anything but a pass
 * where passing is required, unless it is accepted. */
bool result_stops(const struct report_result *result);

/* The length of the quantity without what follows a colon: "order:q[1]" is an "order". */
int result_base_length(const struct report_result *result);
bool result_is(const struct report_result *result, const char *base);

/* What follows the colon when it is no component, "gap" in "remainder-order:gap"; else
 * "". */
const char *result_part(const struct report_result *result);

/* Whether it was computed in multiple precision ("mpfr:512"). */
bool result_is_multiple(const struct report_result *result);

/* "pass", "not asymptotic", "fail". */
const char *verdict_text(enum verdict verdict);

#endif
