/* The solution at times that steps do not end at: the cubic in time through state and rates
 * at both ends of the step,
 *
 *     x(t0 + s h) = x0 + s (h f0 + s (3 d - 2 h f0 - h f1 + s (h f0 + h f1 - 2 d))),
 *
 * d = x1 - x0, h = t1 - t0, f0 = F(t0, x0), f1 = F(t1, x1); its error is of fourth order, far
 * below that of the methods here. The rates are found outside the integrator, so that
 * neither its steps nor its counters depend on the times.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SAMPLES_H
#define HARNESS_SAMPLES_H

#include <stdbool.h>

#include <mpfr.h>

struct diagnostic; /* problems/base/status.h */
struct eval_mpfr;  /* problems/readers/eval_mpfr.h */
struct program;    /* problems/program/program.h */
struct model;      /* problems/model.h */
struct solution;   /* harness/solve/solution.h */

struct samples {
    const struct model *model;
    int nx, count, next; /* next: the first that has not been taken */
    /* By the line through both ends of the step, where velocities jump: the user's to set after
     * samples_init. */
    bool is_linear;
    bool has_impact; /* velocities jump in the step that is taken next; the user's, too */
    struct solution *solution; /* what they are added to; the user's, too */
    bool in_double;            /* how numbers appear there */
    mpfr_prec_t bits;          /* and how many they have */
    mpfr_t *time;              /* (size count), ascending */
    struct program *program;
    struct eval_mpfr *field;
    mpfr_t *storage;          /* what follows, but for s, in one piece */
    mpfr_t *in, *f0, *f1, *x; /* (sizes 1 + nx, nx, nx, nx) */
    mpfr_t *begin, *end;      /* of a step in double, (sizes 1 + nx): t, x */
    mpfr_t s;
};

/* Reads the times of `text` (NULL: none), which have to ascend and to lie between begin and
 * until; bits 0: in double. Freed with samples_clear in any case. Nonzero: *d says why. */
int samples_init(struct samples *s, struct model *m, mpfr_prec_t bits, const char *text,
                 mpfr_srcptr begin, mpfr_srcptr until, struct diagnostic *d);
/* The same with times that are doubles, as all times of a replay are. */
int samples_init_at_doubles(struct samples *s, struct model *m, mpfr_prec_t bits,
                            const char *text, mpfr_srcptr begin, mpfr_srcptr until,
                            struct diagnostic *d);
void samples_clear(struct samples *s);

/* Whether times are left: the state before a step has to be kept. */
bool samples_left(const struct samples *s);

/* Takes all samples up to t1, with a step from (t0, x0[nx]) to (t1, x1[nx]); t0 = t1, x0 = x1
 * at the start. */
void samples_take(struct samples *s, mpfr_srcptr t0, const mpfr_t *x0, mpfr_srcptr t1,
                  const mpfr_t *x1);
void samples_take_doubles(struct samples *s, double t0, const double *x0, double t1,
                          const double *x1);

/* The next time, infinite where none is left; takes its sample, which is known to be x[nx]. */
double samples_next(const struct samples *s);
void samples_told(struct samples *s, const mpfr_t *x);
void samples_told_doubles(struct samples *s, const double *x);

#endif
