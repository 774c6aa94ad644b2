/* Counters: identities among them and with the decisions that are told.
 *
 * Seen to fail: halvings, rejections, implicit Euler's additional evaluation not counted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"
#include "problems/catalogue.h"

#include <criterion/criterion.h>
#include <math.h>

#include "problems/model.h"

enum { CONVERGED = 1, DIVERGED = 2 };

struct heard {
    long kinds[REF_DECISION_STEP + 1];
    long accepted, rejected, failed, forming, explicit;
    long wrong; /* decisions that do not fit together */
    bool step_is_next;
    double minimum;
};

static void hear(void *context, const struct ref_decision *d) {
    struct heard *h = context;
    h->kinds[d->kind]++;
    h->wrong += h->step_is_next != (d->kind == REF_DECISION_STEP);
    h->step_is_next = d->kind == REF_DECISION_ERROR;
    switch (d->kind) {
    case REF_DECISION_NEWTON:
        h->wrong += d->outcome == DIVERGED && !(d->value >= d->limit);
        h->wrong += d->outcome == CONVERGED && !(d->value <= d->limit);
        break;
    case REF_DECISION_TRIAL: h->wrong += d->outcome < 1 || d->outcome > 4; break;
    case REF_DECISION_ATTEMPT:
        h->failed += d->outcome == 0;
        h->explicit += d->h < h->minimum;
        break;
    case REF_DECISION_ERROR:
        h->accepted += d->outcome == 1;
        h->rejected += d->outcome == 0;
        h->wrong += d->outcome == 0 && !(d->value >= d->limit);
        break;
    case REF_DECISION_STEP:
        h->wrong += d->value > d->limit && d->outcome != 1;
        h->wrong += d->value < d->limit && d->outcome != -1;
        h->wrong += d->limit != d->h;
        break;
    }
}

/* Evaluations for one J of n unknowns. */
static long count_for_jacobian(const struct ref_replay_options *o,
                               const struct model *m) {
    bool implicit = o->method == REF_IMPLICIT_EULER;
    long n = m->nv + m->nz + (implicit ? m->nq : 0);
    return o->jacobian == REF_FORWARD   ? n + 1
           : o->jacobian == REF_CENTRAL ? 2 * n + implicit
                                        : 1;
}

static void check_identities(const struct ref_statistics *s, const struct heard *h,
                             const struct ref_replay_options *o, const struct model *m) {
    long implicit_attempts = h->kinds[REF_DECISION_ATTEMPT] - h->explicit;
    long extra = o->method == REF_IMPLICIT_EULER ? implicit_attempts : 0;
    cr_expect(s->derivative_evals_for_jacobian ==
              s->jacobian_evals * count_for_jacobian(o, m));
    cr_expect(s->derivative_evals == s->newton_iters + s->derivative_evals_for_jacobian +
                                         extra + 2 * h->explicit);
    cr_expect(s->newton_iters == h->kinds[REF_DECISION_NEWTON]);
    cr_expect(s->shrink_error_control == h->rejected);
    cr_expect(s->substep_failures == h->failed);
    cr_expect(s->shrink_substep_failure == h->failed);
    cr_expect(s->factorizations >= s->jacobian_evals);
    cr_expect(s->ee_newton_iters <= s->newton_iters);
    cr_expect(s->ee_jacobian_evals <= s->jacobian_evals);
    cr_expect((h->kinds[REF_DECISION_TRIAL] == 0) == (o->newton == REF_FULL));
    cr_expect(s->steps_taken ==
              (o->fixed_step ? h->kinds[REF_DECISION_ATTEMPT] - h->failed : h->accepted));
    cr_expect(h->wrong == 0, "%ld", h->wrong);
}

static void check_run(struct model *m, const struct ref_replay_options *o) {
    struct heard h = {.minimum = o->min_step};
    ref_replay *r = testing_replay(m, o, 70), *silent = testing_replay(m, o, 70);
    ref_replay_listen(r, hear, &h);
    cr_assert(testing_run(r, 0.25) == REF_OK);
    cr_assert(testing_run(silent, 0.25) == REF_OK);
    struct ref_statistics s = ref_replay_statistics(r), t = ref_replay_statistics(silent);
    check_identities(&s, &h, o, m);
    cr_expect(s.derivative_evals == t.derivative_evals && s.steps_taken == t.steps_taken);
    cr_expect(mpfr_equal_p(ref_replay_state(r)[0], ref_replay_state(silent)[0]));
    long heard = h.kinds[REF_DECISION_NEWTON];
    ref_replay_listen(r, NULL, NULL);
    cr_assert(testing_run(r, 0.3125) == REF_OK);
    cr_expect(h.kinds[REF_DECISION_NEWTON] == heard);
}

Test(replay_statistics, obey_their_identities_and_agree_with_the_decisions_told) {
    static const char *const name[] = {"heavy_top", "friction_block", "smd_stiff",
                                       "vdp_mu5", "contact_stack5"};
    struct catalogue *catalogue;
    struct diagnostic d;
    cr_assert(catalogue_open(&catalogue, TEST_MODELS, &d) == PROBLEM_OK, "%s", d.text);
    for (size_t k = 0; k < sizeof name / sizeof *name; k++)
        for (int i = 0; i < 2 * 3 * 3 * 2; i++) {
            struct model *m;
            cr_assert(catalogue_read(catalogue, name[k], 0, NULL, &m, &d) == PROBLEM_OK);
            struct ref_replay_options o = ref_replay_default_options();
            o.method = (enum ref_method)(i % 2);
            o.jacobian = (enum ref_jacobian)(i / 2 % 3);
            o.newton = (enum ref_newton)(i / 6 % 3);
            o.fixed_step = i / 18 == 1;
            o.accuracy = 1e-3;
            o.max_step = 0.0625;
            o.throw_on_min_step = false;
            o.min_step = 1e-9;
            check_run(m, &o);
        }
}

Test(replay_statistics, are_empty_at_the_start) {
    struct model *m = testing_model("state z = 1\nz' = -z\n");
    struct ref_replay_options o = ref_replay_default_options();
    o.accuracy = 0.7;
    ref_replay *r = testing_replay(m, &o, 53);
    cr_assert(testing_run(r, 1) == REF_OK);
    cr_assert(ref_replay_start(r, NULL, NULL) == REF_OK);
    struct ref_statistics s = ref_replay_statistics(r);
#define EXPECT_ZERO(name) cr_expect(s.name == 0, #name);
    REF_COUNTER_LIST(EXPECT_ZERO)
#undef EXPECT_ZERO
    cr_expect(isnan(s.actual_initial_step) && isnan(s.largest_step));
    cr_expect(isnan(s.smallest_adapted_step) && isnan(s.previous_step));
    cr_expect(isnan(s.ideal_next_step) && s.accuracy_in_use == 0.5);
}
