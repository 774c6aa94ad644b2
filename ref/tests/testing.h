/* What the tests of ref share: models from a few lines of text, vectors, and comparison.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_TESTING_H
#define REF_TESTS_TESTING_H

#include "problems/tests/sample.h"
#include "ref/ref.h"

/* The model of a text in the model language; the test fails when it is wrong. */
struct model *testing_model(const char *text);

/* A model of the catalogue. */
struct model *testing_catalogue(const char *name);

/* A replay of the model, begun at the model's start. */
ref_replay *testing_replay(struct model *m, const struct ref_replay_options *options,
                           mpfr_prec_t bits);

/* Fixed steps of a method, solved closely: accuracy 1e-12, J formed in each iteration. */
struct ref_replay_options testing_close_options(enum ref_method method,
                                                enum ref_jacobian jacobian);

/* One step of h, or to the time t, from where the replay is. */
enum ref_status testing_step(ref_replay *r, double h);
enum ref_status testing_run(ref_replay *r, double t);

/* n numbers from decimal strings or doubles. */
mpfr_t *testing_vector(int n, mpfr_prec_t bits, const char *const *text);
mpfr_t *testing_doubles(int n, mpfr_prec_t bits, const double *value);

/* log2 |a - b| / |scale|, -inf for a = b, +inf when either is no finite number. */
double testing_distance(mpfr_srcptr a, mpfr_srcptr b, mpfr_srcptr scale);

/* The same with |b| for the scale, or 1 where b is zero. */
double testing_relative(mpfr_srcptr a, mpfr_srcptr b);

/* A random number of `bits` bits in [low, high). */
void testing_uniform(struct sample *s, mpfr_ptr x, double low, double high);

#endif
