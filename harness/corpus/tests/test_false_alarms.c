/* What is right is not found fault with: a thousand runs over random parameters.
 * TEST_SEED repeats them, TEST_SCALE makes that many times more.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_rng.h>

#include "harness/corpus/in_process.h"
#include "harness/corpus/scheme.h"
#include "harness/fingerprint/measure/judge.h"
#include "harness/integrators/opener.h"
#include "harness/results/result_list.h"
#include "harness/studies/steps/study_steps.h"
#include "harness/tests/catalogue.h"
#include "problems/catalogue.h"
#include "problems/model.h"
#include "ref/vector.h"

enum { PROBES = 900, STEPS = 100, TREE_ORDER = 3, ONE_IN = 4 };

static int scaled(int runs) {
    const char *text = getenv("TEST_SCALE");
    int scale = text == NULL ? 1 : atoi(text);
    return scale > 1 ? scale * runs : runs;
}

static double between(gsl_rng *random, double low, double high) {
    return low + (high - low) * gsl_rng_uniform(random);
}

/* ---- Weights */

/* S h between 1/4 and 1; one probe out of some in the other basis. */
static struct probe random_probe(gsl_rng *random) {
    double h = exp(between(random, log(0.01), log(2)));
    return (struct probe){.name = "random",
                          .h = h,
                          .scale = between(random, 0.25, 1) / h,
                          .t0 = between(random, -3, 3),
                          .signs = 1 + gsl_rng_uniform_int(random, 1000000),
                          .basis = gsl_rng_uniform_int(random, ONE_IN) == 0
                                       ? PROBE_HADAMARD
                                       : PROBE_STANDARD,
                          .steps = 1};
}

/* In the other basis a weight is a sum of sixteen, and what two bases' rounding comes
 * to is twice that of one; coefficients of size 11 magnify that of a stage. */
static struct judge judge_of(const struct forest *f, const char *method,
                             const struct probe *p) {
    struct judge judge = judge_make(f, p, 0);
    if (p->basis == PROBE_HADAMARD)
        judge.units *= 8;
    if (strcmp(method, "dormand-prince") == 0)
        judge.units *= 2;
    return judge;
}

static bool is_other(const struct judge *j, mpfr_t *measured, mpfr_t *expected) {
    return !judge_all(j, vector_const(measured), vector_const(expected));
}

static void describe_alarm(const char *method, const struct probe *p, const char *what) {
    cr_expect(false, "%s, h = %a, S = %a, t0 = %a, signs %lu, basis %d: %s", method, p->h,
              p->scale, p->t0, p->signs, (int)p->basis, what);
}

static void try_probe(const struct forest *f, const char *method, const struct probe *p) {
    struct in_process with = in_process_with("method", method);
    const struct bench bench = {.open_subject = in_process_open, .context = &with};
    const struct judge judge = judge_of(f, method, p);
    enum known_variant as_it_is;
    const struct known_method *known = known_find(method, &as_it_is);
    struct judge_weights expected;
    struct weights measured;
    struct diagnostic d = {""};
    cr_assert(known != NULL && judge_known(&expected, &judge, known, as_it_is) == 0);
    if (measure_weights(&measured, &bench, f, FOREST_MECHANICAL, p, &d))
        describe_alarm(method, p, d.text);
    else if (is_other(&judge, measured.result, expected.result))
        describe_alarm(method, p, "the result has other weights");
    else if ((measured.estimate != NULL) != (expected.estimate != NULL))
        describe_alarm(method, p, "an estimate, or none");
    else if (measured.estimate != NULL &&
             is_other(&judge, measured.estimate, expected.estimate))
        describe_alarm(method, p, "the estimate has other weights");
}

Test(false_alarms, methods_without_fault_have_their_weights_in_random_probes,
     .timeout = 280) {
    struct forest f = {0};
    gsl_set_error_handler_off();
    gsl_rng *random = seeded_random();
    cr_assert(forest_all(&f, FOREST_MECHANICAL, TREE_ORDER) == 0);
    for (int i = 0; i < scaled(PROBES); i++) {
        unsigned long method = gsl_rng_uniform_int(random, METHODS);
        struct probe p = random_probe(random);
        try_probe(&f, scheme_name((int)method), &p);
    }
}

/* ---- Steps of models */

struct range {
    const char *model, *name;
    double low, high;
};

static const struct range ranges[] = {
    {"pendulum", "m", 0.2, 5},
    {"pendulum", "l", 0.2, 3},
    {"pendulum", "a", -3, 3},
    {"pendulum", "w", -4, 4},
    {"mathieu", "k", 20, 500},
    {"mathieu", "w", 2, 40},
    {"mathieu", "c", 0, 3},
    {"mathieu", "q", -2, 2},
    {"mathieu", "v", -2, 2},
    {"double_pendulum", "m1", 0.3, 3},
    {"double_pendulum", "l2", 0.3, 3},
    {"double_pendulum", "a", -3, 3},
    {"double_pendulum", "u", -2, 2},
    {"rigid_body", "I1", 0.5, 3},
    {"rigid_body", "p", -2, 2},
    {"rigid_body", "s", -2, 2},
    {"smd_work", "k", 10, 90},
    {"smd_work", "x0", -2, 2},
    {"smd_work", "v0", -2, 2},
};
static const char *const models[] = {"pendulum", "mathieu", "double_pendulum",
                                     "rigid_body", "smd_work"};
enum {
    RANGES = sizeof ranges / sizeof *ranges,
    MODELS = sizeof models / sizeof *models,
    ROOM = 32
};

static struct model *random_model(gsl_rng *random, const char *name, char *described,
                                  size_t room) {
    char text[RANGES][ROOM];
    const char *names[RANGES], *values[RANGES];
    int count = 0;
    struct catalogue *c;
    struct model *m;
    struct diagnostic d = {""};
    snprintf(described, room, "%s", name);
    for (int i = 0; i < RANGES; i++) {
        if (strcmp(ranges[i].model, name) != 0)
            continue;
        snprintf(text[i], ROOM, "%.6f", between(random, ranges[i].low, ranges[i].high));
        names[count] = ranges[i].name;
        values[count++] = text[i];
        size_t used = strlen(described);
        snprintf(described + used, room - used, " --set %s=%.*s", ranges[i].name,
                 ROOM - 1, text[i]);
    }
    struct setting setting[RANGES];
    for (int i = 0; i < count; i++)
        setting[i] = (struct setting){names[i], values[i]};
    cr_assert(catalogue_open(&c, HALFSTEP_MODELS, &d) == PROBLEM_OK, "%s", d.text);
    cr_assert(catalogue_read(c, name, count, setting, &m, &d) == PROBLEM_OK, "%s: %s",
              described, d.text);
    return m;
}

static void expect_no_alarm(const struct results *results, const char *described) {
    RESULTS_FOREACH(results, r)
    cr_expect(r->verdict == VERDICT_PASS || (r->verdict != VERDICT_FAIL && !r->required),
              "%s: %s: %s", described, r->quantity, r->reason);
}

Test(false_alarms, steps_of_random_models_pass, .timeout = 280) {
    struct in_process plain = in_process_with("fault", "none");
    gsl_set_error_handler_off();
    gsl_rng *random = seeded_random();
    for (int i = 0; i < scaled(STEPS); i++) {
        char described[256];
        struct diagnostic d = {""};
        bool own = gsl_rng_uniform_int(random, 2) == 0;
        const char *name = models[gsl_rng_uniform_int(random, MODELS)];
        struct model *m = random_model(random, name, described, sizeof described);
        struct results results = {.count = 0};
        const struct study s = {.model = m,
                                .method = "velocity-implicit-euler",
                                .open_subject = own ? open_own_subject : in_process_open,
                                .context = own ? NULL : &plain,
                                .effort = STUDY_GATE};
        cr_expect(study_steps(&s, &results, &d) == 0, "%s: %s", described, d.text);
        expect_no_alarm(&results, described);
    }
}
