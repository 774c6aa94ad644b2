/* What the files of the geometry study share.
 *
 * A model is separable where q' = v and there is an invariant
 *
 *     H(q, v) = v^T M v / 2 + U(q),   M constant,
 *
 * so that M v' = -dU/dq, and q and p = M v are canonical. A step with the derivative D is
 * symplectic where (E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration (2006),
 * (2.5) of chapter VI)
 *
 *     D^T W D = W,   W = (0 M; -M 0),
 *
 * and keeps a modified energy. Of the forms of semi-explicit Euler (ibid., example 3.4 of
 * chapter IX; v^T M f is the power of the forces)
 *
 *     H + k h v^T M f = const + O(h^2),   k = -1/2 (form 1), 1/2 (form 2, gaming).
 *
 * With masses that depend on positions, or forces that depend on velocities, (q, M v) are not
 * canonical, and none of this is said of any form.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_GEOMETRY_H
#define HARNESS_STUDY_GEOMETRY_H

#include "harness/integrators/subject_options.h"
#include "problems/base/room.h"

struct diagnostic;       /* problems/base/status.h */
struct eval_mpfr;        /* problems/readers/eval_mpfr.h */
struct model;            /* problems/model.h */
struct program;          /* problems/program/program.h */
struct projected_traits; /* harness/results/study_projected.h */
struct results;          /* harness/results/result_list.h */
struct study;            /* harness/results/study.h */

/* Working precision, unless the study names one. */
enum { GEOMETRY_BITS = 256 };

/* The i-th form of a method, the gaming one last; NULL: there are no more. */
const struct projected_traits *geometry_form_of(const char *method, int i);

/* "two-form:gaming", or "two-form" where the method has one form. */
void geometry_quantity(char *text, size_t size, const char *quantity,
                       const struct projected_traits *form);

/* The study's options with the method and form set. */
struct subject_options geometry_options(const struct study *s,
                                        const struct projected_traits *form);

/* H, the power v^T M f = -v dU/dq, M, and d^2U/dq^2 (both n x n) of a separable model as a
 * program with the inputs (t | x). */
struct separable {
    struct model *model;
    int n;               /* positions */
    const char *why_not; /* NULL: the model is separable */
    struct program *program;
    struct eval_mpfr *eval;
    struct room room;
    mpfr_t *in, *out, *start; /* t, x; the outputs; the first two of them at the start */
};

/* Freed with separable_clear in any case; w->why_not says whether there is a program.
 * Nonzero: out of memory. */
int separable_init(struct separable *w, struct model *m, mpfr_prec_t bits);
void separable_clear(struct separable *w);

/* Evaluates at (t, x[2 n]); then H, the power, M and the second derivative of U are in out. */
void separable_evaluate(struct separable *w, mpfr_srcptr t, const mpfr_t *x);
enum { SEPARABLE_ENERGY, SEPARABLE_POWER, SEPARABLE_MATRICES };

/* Begins at (t, x[2 n]); then H + k h v^T M f at (t, x) minus what it was there, kh = k h. */
void separable_start(struct separable *w, double t, const double *x);
double separable_change(struct separable *w, double t, const double *x, double kh);

/* The parts of the study; nonzero: it could not be carried out, and *d says why. */
int geometry_two_form(const struct study *s, struct separable *w, struct results *results,
                      struct diagnostic *d);
int geometry_energy(const struct study *s, struct separable *w, struct results *results,
                    struct diagnostic *d);
int geometry_long_run(const struct study *s, struct separable *w, struct results *results,
                      struct diagnostic *d);
int geometry_gaming(const struct study *s, struct results *results, struct diagnostic *d);
int geometry_damping(const struct study *s, struct results *results,
                     struct diagnostic *d);

#endif
