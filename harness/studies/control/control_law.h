/* The rule by which an integrator from outside chooses its steps, identified from runs:
 *
 *     h' = s h (A/E)^a,   E = norm of the error estimate,
 *     h' = s h (A/E)^a (E0/A)^b,   E0 that of the step before (a PI controller), or
 *     h' = s h (A/E)^a (E0/A)^b (h0/h)^c,   h0 its size (a digital filter),
 *
 * within bounds of h'/h. (Hairer, Norsett, Wanner, Solving ODEs I, II.4 (4.13); Gustafsson, ACM
 * Trans. Math. Softw. 17 (1991); Soederlind, ACM Trans. Math. Softw. 29 (2003), whose H211b has
 * a = -b = 1/(4 k), c = 1/4.) Each norm of a list is tried: with the one that the integrator uses
 * the points lie on the law to rounding, with others they do not.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONTROL_LAW_H
#define HARNESS_CONTROL_LAW_H

#include "harness/studies/control/control_run.h"

enum control_kind { CONTROL_MAX, CONTROL_MEAN_SQUARE, CONTROL_KINDS };

/* By what an error is divided: 1, 1 + |x| before the step, after it, the larger one of them;
 * max(1, |x|); the same of the largest |x| of the run so far (C. W. Gear, DIFSUB, Comm. ACM 14
 * (1971)); |x| before, after, the larger one. */
enum control_scale {
    CONTROL_ABSOLUTE,
    CONTROL_MIXED_BEFORE,
    CONTROL_MIXED_AFTER,
    CONTROL_MIXED_LARGER,
    CONTROL_AT_LEAST_ONE,
    CONTROL_LARGEST,
    CONTROL_RELATIVE_BEFORE,
    CONTROL_RELATIVE_AFTER,
    CONTROL_RELATIVE_LARGER,
    CONTROL_SCALES
};

enum control_over { CONTROL_ALL, CONTROL_POSITIONS, CONTROL_RATES, CONTROL_OVERS };

struct control_norm {
    enum control_kind kind;
    enum control_scale scale;
    enum control_over over;
};

/* The norm of the error[CONTROL_ENTRIES] of an attempt of that step, which led to
 * next_x[CONTROL_ENTRIES]; the first half of the study's own models are positions. */
double control_size(const struct control_norm *norm, const struct control_step *step,
                    const double *error, const double *next_x);

/* The largest component's error over 1 + |x|, |x| the Euclidean length of the state, the larger
 * of both ends. Whoever holds a norm of the error, over a norm of the state, to an accuracy
 * accepts at most sqrt(CONTROL_ENTRIES) times that accuracy by this measure. */
double control_size_of_whole(const double *error, const double *x, const double *next_x);

/* The most lenient of the usual norms: nobody who keeps to one of them accepts more. */
extern const struct control_norm control_lenient;

enum { CONTROL_TERMS = 3 };

struct control_law {
    int terms; /* 1, 2, 3 of the laws above; 0: none was found */
    struct control_norm norm;
    double exponent, before, ratio, safety; /* a, b, c, s; those that it has not are 0 */
    double growth, shrinkage;               /* bounds of h'/h; NaN: none was met */
    bool never_grows;                       /* no step was longer than the one before */
    double most_accepted;                   /* the largest E / A of an accepted step */
    double least_rejected; /* the smallest of a rejected one; infinite: none was */
    int points, on_law;    /* sizes that no bound has set; of these on the law */
    bool is_sure;          /* there are many, and nearly all are */
};

/* The law that runs with these accuracies follow; `quiet` is one without error, in which steps
 * grow as much as they may. */
void control_law_find(struct control_law *law, const struct control_run *runs,
                      const double *accuracies, int count,
                      const struct control_run *quiet);

/* "h' = 0.9 h (tol/err)^(1/5), growth <= 5, ...", in `text`[size]; and the parts of it. */
void control_law_tell(const struct control_law *law, char *text, size_t size);
const char *control_kind_name(enum control_kind kind);
const char *control_scale_name(enum control_scale scale);
const char *control_over_name(enum control_over over);

#endif
