/* Everything once, in one process. Fails when a call does not end as it should, or when a block
 * is left: of ref, whose calls the linker sends to exercise_memory.c, or of GMP, MPFR and FLINT,
 * which are told to allocate by the same functions.
 *
 * Seen to fail: enclosure_disc_free without a block, and without FLINT's boxes; step_controlled
 * without MPFR's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <flint/flint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "problems/tests/exercise.h"
#include "ref/contact.h"
#include "ref/mechanical.h"
#include "ref/truth.h"
#include "ref/pair/series.h"
#include "ref/taylor/flow.h"

static const char text[] = "position q = 0.37\nvelocity v = -0.25\nq' = v\n"
                           "v' = 540*max(-q, 0) - 9.81*cos(t)\n";

static const char timed_text[] = "state x = 0.37\nx' = step(t - 1/2) - 70*x\n";

enum { NX = 2, BITS = 128 };

static enum ref_status use_pair(struct model *m, mpfr_t *x, mpfr_srcptr t,
                                mpfr_srcptr h) {
    ref_pair *p;
    enum ref_status status = ref_pair_alloc(&p, m, BITS, EVAL_EXACT_CONSTANTS);
    if (status == REF_OK)
        status =
            ref_pair_step(p, t, (const mpfr_t *)x, h, x + NX, x + 2 * NX, x + 3 * NX);
    ref_pair_free(p);
    return status;
}

static enum ref_status use_series(struct model *m, mpfr_t *x, mpfr_srcptr t,
                                  mpfr_srcptr h) {
    ref_series *s;
    enum ref_status status = ref_series_alloc(&s, m, BITS, 40, EVAL_EXACT_CONSTANTS);
    if (status == REF_OK)
        status = ref_series_expand(s, t, (const mpfr_t *)x);
    if (status == REF_OK)
        status = ref_series_flow_at(s, h, x + NX);
    ref_series_free(s);
    return status;
}

static enum ref_status use_truth(struct model *m, mpfr_srcptr t) {
    struct ref_truth *truth;
    struct ref_truth_options options = {.digits = 30};
    mpfr_t end;
    mpfr_init2(end, BITS);
    mpfr_add_ui(end, t, 1, MPFR_RNDN);
    enum ref_status status =
        ref_truth_alloc(&truth, m, 1, (const mpfr_t *)&end, &options);
    ref_truth_free(truth);
    mpfr_clear(end);
    return status;
}

/* Over a switching time; and refused, for a kink that depends on the state. */
static enum ref_status use_collocation(struct model *m, struct model *timed) {
    struct ref_truth *truth;
    struct ref_truth_options options = {.digits = 30};
    mpfr_t end;
    mpfr_init2(end, BITS);
    mpfr_set_ui(end, 1, MPFR_RNDN);
    enum ref_status status =
        ref_collocation_truth(&truth, timed, 1, (const mpfr_t *)&end, &options);
    ref_truth_free(truth);
    if (status == REF_OK && ref_collocation_truth(&truth, m, 1, (const mpfr_t *)&end,
                                                  &options) != REF_NOT_APPLICABLE)
        status = REF_BAD_ARGUMENT;
    mpfr_clear(end);
    return status;
}

static enum ref_status use_replay(struct model *m, mpfr_srcptr t, mpfr_srcptr h) {
    enum ref_status status = REF_OK;
    for (int i = 0; i < 2 * 3 && status == REF_OK; i++) {
        struct ref_replay_options options = ref_replay_default_options();
        options.method = (enum ref_method)(i % 2);
        options.jacobian = (enum ref_jacobian)(i / 2);
        ref_replay *r;
        status = ref_replay_alloc(&r, m, &options, BITS);
        if (status == REF_OK)
            status = ref_replay_start(r, t, NULL);
        if (status == REF_OK)
            status = ref_replay_run(r, h);
        ref_replay_free(r);
    }
    return status;
}

/* What fails must free what it had made. */
static enum ref_status fail_on_purpose(struct model *m) {
    ref_flow *f;
    ref_series *s;
    ref_pair *p;
    ref_replay *r;
    struct ref_replay_options options = ref_replay_default_options();
    options.weights_v = (double[]){-1};
    bool refused = ref_flow_alloc(&f, m, BITS, 1, EVAL_EXACT_CONSTANTS) != REF_OK &&
                   ref_series_alloc(&s, m, BITS, 0, EVAL_EXACT_CONSTANTS) != REF_OK &&
                   ref_pair_alloc(&p, m, 0, EVAL_EXACT_CONSTANTS) != REF_OK &&
                   ref_replay_alloc(&r, m, &options, BITS) != REF_OK;
    return refused ? REF_OK : REF_BAD_ARGUMENT;
}

static enum ref_status use_all(struct model *m) {
    mpfr_t t, h, x[4 * NX];
    mpfr_inits2(BITS, t, h, (mpfr_ptr)NULL);
    for (int i = 0; i < 4 * NX; i++)
        mpfr_init2(x[i], BITS);
    mpfr_set_d(h, 0x1p-6, MPFR_RNDN);
    enum ref_status status = ref_initial(m, EVAL_EXACT_CONSTANTS, t, x);
    if (status == REF_OK)
        status = use_pair(m, x, t, h);
    if (status == REF_OK)
        status = use_series(m, x, t, h);
    if (status == REF_OK)
        status = use_truth(m, t);
    if (status == REF_OK)
        status = use_replay(m, t, h);
    if (status == REF_OK)
        status = fail_on_purpose(m);
    for (int i = 0; i < 4 * NX; i++)
        mpfr_clear(x[i]);
    mpfr_clears(t, h, (mpfr_ptr)NULL);
    return status;
}

static struct model *read_text(const char *model_text) {
    struct model *m;
    struct diagnostic d;
    if (model_parse(&m, "leaks.model", model_text, strlen(model_text), 0, NULL, &d) !=
        PROBLEM_OK)
        fputs(d.text, stderr);
    return m;
}

/* Two joints that come to contradict each other. */
static enum ref_status use_joints(void) {
    static const char parting[] = "position x = 0, y = 1\nvelocity u = 0, v = 0.3\n"
                                  "x' = u\ny' = v\nu' = -1\nv' = -y\njoint held = x\n"
                                  "joint led = 2*(x - exp(100*(t - 1)))\n";
    struct model *m = read_text(parting);
    enum ref_status status = m == NULL ? REF_BAD_ARGUMENT : REF_OK;
    mpfr_t until;
    mpfr_init2(until, BITS);
    mpfr_set_ui(until, 2, MPFR_RNDN);
    for (int controlled = 0; controlled < 2 && status == REF_OK; controlled++) {
        struct ref_mechanical_options options = ref_mechanical_default_options();
        options.fixed_step = controlled ? NAN : 0.0625;
        ref_mechanical *r = NULL;
        status = ref_mechanical_alloc(&r, m, &options, BITS);
        if (status == REF_OK)
            status = ref_mechanical_start(r, NULL, NULL);
        if (status == REF_OK && ref_mechanical_run(r, until, false) != REF_CONTRADICTORY)
            status = REF_BAD_ARGUMENT;
        ref_mechanical_free(r);
    }
    mpfr_clear(until);
    model_free(m);
    return status;
}

/* A pendulum; through kinks; over a narrow step of exponentials; through a kink behind which F is
 * not analytic; and refused, where two forces jump together. */
static enum ref_status use_enclosure(struct model *m) {
    static const char smooth[] = "position a = 2\nvelocity w = 0.25\na' = w\n"
                                 "w' = -9.81*sin(a)\n"
                                 "invariant energy = w*w/2 - 9.81*cos(a)\n";
    static const char narrow_text[] = "state z = 0\nz' = 2/(1 + exp(200*(t - 0.5)))\n";
    static const char rough_text[] = "state z = 0\nz' = 1 + max(z - 0.5, 0)^1.5\n";
    static const char both_text[] = "state z = 0, y = 0\nz' = 1 + step(z - 0.5)\n"
                                    "y' = 1 + step(y - 0.5)\n";
    struct model *passed[] = {read_text(smooth), m, read_text(narrow_text),
                              read_text(rough_text)},
                 *both = read_text(both_text);
    enum { PASSED = sizeof passed / sizeof *passed };
    enum ref_status status = both == NULL ? REF_BAD_ARGUMENT : REF_OK;
    struct ref_truth *truth = NULL;
    struct ref_truth_options options = {.digits = 30};
    mpfr_t end;
    mpfr_init2(end, BITS);
    mpfr_set_ui(end, 1, MPFR_RNDN);
    for (int i = 0; i < PASSED && status == REF_OK; i++) {
        status = passed[i] == NULL ? REF_BAD_ARGUMENT
                                   : ref_enclosure_truth(&truth, passed[i], 1,
                                                         (const mpfr_t *)&end, &options);
        ref_truth_free(truth);
    }
    if (status == REF_OK && ref_enclosure_truth(&truth, both, 1, (const mpfr_t *)&end,
                                                &options) != REF_TOGETHER)
        status = REF_BAD_ARGUMENT;
    mpfr_clear(end);
    for (int i = 0; i < PASSED; i++)
        if (passed[i] != m)
            model_free(passed[i]);
    model_free(both);
    return status;
}

/* A ball with friction in both modes. */
static enum ref_status use_contacts(void) {
    static const char ball[] = "position x = 0, z = 0.01\nvelocity u = 1, w = -1\n"
                               "x' = u\nz' = w\nu' = 0\nw' = -9.81\n"
                               "contact floor { gap = z; slide = u; restitution = 0.5; "
                               "friction = 0.2 }\n";
    struct model *m = read_text(ball);
    enum ref_status status = m == NULL ? REF_BAD_ARGUMENT : REF_OK;
    mpfr_t x[4], t, h;
    mpfr_inits2(BITS, x[0], x[1], x[2], x[3], t, h, (mpfr_ptr)NULL);
    mpfr_set_d(h, 0.0625, MPFR_RNDN);
    for (int faithful = 0; faithful < 2 && status == REF_OK; faithful++) {
        const struct ref_contact_options options = {.faithful = faithful,
                                                    .locates_impacts = true,
                                                    .max_induced = 5,
                                                    .constraint_tolerance = 1e-3};
        ref_contact *c;
        status = ref_contact_alloc(&c, m, &options, BITS);
        if (status == REF_OK)
            status = ref_initial(m, EVAL_EXACT_CONSTANTS, t, x);
        for (int k = 0; k < 3 && status == REF_OK; k++)
            status = ref_contact_step(c, t, (const mpfr_t *)x, h, x, NULL);
        ref_contact_free(c);
    }
    mpfr_clears(x[0], x[1], x[2], x[3], t, h, (mpfr_ptr)NULL);
    model_free(m);
    return status;
}

static void *move_block(void *block, size_t old_size, size_t size) {
    (void)old_size;
    return realloc(block, size);
}

static void free_block(void *block, size_t size) {
    (void)size;
    free(block);
}

static enum ref_status use_everything(void) {
    struct model *m = read_text(text), *timed = read_text(timed_text);
    enum ref_status status = m == NULL || timed == NULL ? REF_BAD_ARGUMENT : REF_OK;
    if (status == REF_OK)
        status = use_all(m);
    if (status == REF_OK)
        status = use_collocation(m, timed);
    if (status == REF_OK)
        status = use_enclosure(m);
    if (status == REF_OK)
        status = use_joints();
    if (status == REF_OK)
        status = use_contacts();
    model_free(m);
    model_free(timed);
    return status;
}

int main(void) {
    mp_set_memory_functions(malloc, move_block, free_block);
    __flint_set_memory_functions(malloc, calloc, realloc, free);
    enum ref_status status = use_everything();
    flint_cleanup();
    mpfr_free_cache();
    fprintf(stderr, "%s; blocks left: %ld\n", ref_status_text(status), memory.live);
    return status == REF_OK && memory.live == 0 ? 0 : 1;
}
