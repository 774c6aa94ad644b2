/* See testing.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "problems/catalogue.h"
#include "problems/model.h"
#include "ref/vector.h"

struct model *testing_model(const char *text) {
    struct model *m;
    struct diagnostic d;
    enum problem_status status =
        model_parse(&m, "test.model", text, strlen(text), 0, NULL, &d);
    cr_assert(status == PROBLEM_OK, "%s", d.text);
    return m;
}

struct model *testing_catalogue(const char *name) {
    struct model *m;
    struct catalogue *c;
    struct diagnostic d;
    enum problem_status status = catalogue_open(&c, TEST_MODELS, &d);
    cr_assert(status == PROBLEM_OK, "%s", d.text);
    status = catalogue_read(c, name, 0, NULL, &m, &d);
    catalogue_free(c);
    cr_assert(status == PROBLEM_OK, "%s", d.text);
    return m;
}

ref_replay *testing_replay(struct model *m, const struct ref_replay_options *options,
                           mpfr_prec_t bits) {
    ref_replay *r;
    enum ref_status status = ref_replay_alloc(&r, m, options, bits);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    cr_assert(ref_replay_start(r, NULL, NULL) == REF_OK);
    return r;
}

struct ref_replay_options testing_close_options(enum ref_method method,
                                                enum ref_jacobian jacobian) {
    struct ref_replay_options options = ref_replay_default_options();
    options.method = method;
    options.jacobian = jacobian;
    options.newton = REF_FULL;
    options.fixed_step = true;
    options.accuracy = 1e-12;
    return options;
}

enum ref_status testing_step(ref_replay *r, double h) {
    mpfr_t t;
    mpfr_init2(t, mpfr_get_prec(ref_replay_time(r)));
    mpfr_add_d(t, ref_replay_time(r), h, MPFR_RNDN);
    enum ref_status status = ref_replay_step_to(r, t);
    mpfr_clear(t);
    return status;
}

enum ref_status testing_run(ref_replay *r, double t) {
    mpfr_t end;
    mpfr_init2(end, 53);
    mpfr_set_d(end, t, MPFR_RNDN);
    enum ref_status status = ref_replay_run(r, end);
    mpfr_clear(end);
    return status;
}

mpfr_t *testing_vector(int n, mpfr_prec_t bits, const char *const *text) {
    mpfr_t *x = vector_alloc(n, bits);
    for (int i = 0; i < n; i++)
        cr_assert(mpfr_set_str(x[i], text[i], 10, MPFR_RNDN) == 0, "%s", text[i]);
    return x;
}

mpfr_t *testing_doubles(int n, mpfr_prec_t bits, const double *value) {
    mpfr_t *x = vector_alloc(n, bits);
    for (int i = 0; i < n; i++)
        mpfr_set_d(x[i], value[i], MPFR_RNDN);
    return x;
}

double testing_distance(mpfr_srcptr a, mpfr_srcptr b, mpfr_srcptr scale) {
    if (!mpfr_number_p(a) || !mpfr_number_p(b))
        return INFINITY;
    if (mpfr_equal_p(a, b))
        return -INFINITY;
    mpfr_t d;
    mpfr_init2(d, mpfr_get_prec(a) + mpfr_get_prec(b));
    mpfr_sub(d, a, b, MPFR_RNDN);
    mpfr_div(d, d, scale, MPFR_RNDN);
    mpfr_abs(d, d, MPFR_RNDN);
    mpfr_log2(d, d, MPFR_RNDN);
    return mpfr_get_d(d, MPFR_RNDN);
}

double testing_relative(mpfr_srcptr a, mpfr_srcptr b) {
    mpfr_t scale;
    mpfr_init2(scale, mpfr_get_prec(b));
    if (mpfr_zero_p(b))
        mpfr_set_ui(scale, 1, MPFR_RNDN);
    else
        mpfr_set(scale, b, MPFR_RNDN);
    return testing_distance(a, b, scale);
}

void testing_uniform(struct sample *s, mpfr_ptr x, double low, double high) {
    mpfr_set_zero(x, 1);
    for (mpfr_prec_t bits = 0; bits < mpfr_get_prec(x); bits += 48) {
        mpfr_add_d(x, x, floor(sample_uniform(s, 0, 0x1p48)), MPFR_RNDD);
        mpfr_div_2ui(x, x, 48, MPFR_RNDD);
    }
    mpfr_mul_d(x, x, high - low, MPFR_RNDD);
    mpfr_add_d(x, x, low, MPFR_RNDD);
}
