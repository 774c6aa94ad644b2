/* The integrator and the method for the comparison of their steps.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/steps/study_steps_tableau.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/fingerprint/fingerprint_record.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/study_projected.h"
#include "problems/model.h"

/* Bits of the method's step. */
enum { STEP_BITS = 160 };

/* With joints the integrator finds the accelerations from a factorisation, and not by the
 * formula that the bound is about: with as many rounding errors, in another order, of matrices
 * whose condition the formula's subtractions show. */
enum { JOINTS_ALLOWANCE = 4 };

/* Whether the fingerprint says that the estimate is that of the method, with its sign. */
static bool has_known_estimate(const struct study *s) {
    const struct fingerprint *f = s->fingerprint;
    bool is = f != NULL && f->has_estimate && f->estimate.is_signed && f->trees > 0;
    for (int i = 0; is && i < f->trees; i++)
        is = f->tree[i].estimate_expected[0] != '\0' &&
             !fingerprint_tree_fails(&f->tree[i]);
    return is;
}

static int build_step(struct tableau_comparison *c, const char *name,
                      struct diagnostic *d) {
    enum known_variant variant;
    struct tableau tableau;
    const struct known_method *method = known_find(name, &variant);
    if (method == NULL)
        return message_set(d, "no known method is called '%s'", name);
    int failed = known_build(&tableau, method, variant) ||
                 tableau_step_init(&c->step, c->study->model, &tableau, STEP_BITS) ||
                 tableau_bound_init(&c->bound, &c->step);
    tableau_free(&tableau);
    return failed ? message_set(d, "%s: out of memory", c->study->model->name) : 0;
}

static int open_subject(struct tableau_comparison *c, double accuracy,
                        struct diagnostic *d) {
    const struct study *s = c->study;
    struct subject_options options = study_options(s);
    options.integrator.accuracy = accuracy;
    options.integrator.newton = FAST_FULL;
    options.integrator.jacobian = FAST_EXACT_JACOBIAN;
    if (s->open_subject(s->context, s->model, &options, &c->subject, d))
        return -1;
    c->is_open = true;
    c->judges_estimate =
        c->subject.estimate != NULL && c->step.has_estimate && has_known_estimate(s);
    return 0;
}

static int find_room(struct tableau_comparison *c) {
    const struct model *m = c->study->model;
    const int nx = m->nq + m->nv + m->nz;
    double **const vectors[] = {&c->x, &c->from, &c->scale, &c->reach};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        *vectors[i] = room_doubles(&c->room, nx);
    c->exact_t = room_number(&c->room, STEP_BITS);
    c->exact_h = room_number(&c->room, STEP_BITS);
    c->exact_x = room_numbers(&c->room, nx, STEP_BITS);
    c->exact_estimate = room_numbers(&c->room, nx, STEP_BITS);
    step_tally_init(&c->tally);
    return c->room.is_short;
}

int tableau_comparison_init(struct tableau_comparison *c, const struct study *s,
                            const char *name, double accuracy, struct diagnostic *d) {
    struct model *m = s->model;
    double end;
    *c = (struct tableau_comparison){.study = s, .allowance = 1};
    if (find_room(c))
        return message_set(d, "%s: out of memory", m->name);
    if (build_step(c, name, d) || open_subject(c, accuracy, d) ||
        initial_and_end(m, &c->t, c->x, &end, d))
        return -1;
    c->span = end - c->t;
    return 0;
}

static int open_reference(struct tableau_comparison *c,
                          const struct projected_traits *traits, struct diagnostic *d) {
    struct model *m = c->study->model;
    const struct subject_options *o = c->study->options;
    enum ref_status status = ref_step_alloc(&c->reference, m, traits->reference,
                                            STEP_BITS, EVAL_DOUBLE_CONSTANTS);
    if (status != REF_OK)
        return message_set(d, "%s: %s", m->name, ref_status_text(status));
    c->reference_sign = traits->sign;
    c->judges_estimate = traits->estimate > 0 && c->subject.estimate != NULL;
    c->is_absolute = traits->reference == REF_RUNGE_KUTTA_MERSON &&
                     o->integrator.mode == FAST_FAITHFUL;
    if (m->joints > 0)
        c->allowance = JOINTS_ALLOWANCE;
    return 0;
}

int tableau_comparison_init_own(struct tableau_comparison *c, const struct study *s,
                                const struct projected_traits *traits,
                                struct diagnostic *d) {
    if (tableau_comparison_init(c, s, traits->known, TABLEAU_ACCURACY, d))
        return -1;
    return open_reference(c, traits, d);
}

void tableau_comparison_clear(struct tableau_comparison *c) {
    ref_step_free(c->reference);
    if (c->is_open)
        c->subject.free(c->subject.self);
    tableau_bound_clear(&c->bound);
    tableau_step_clear(&c->step);
    room_clear(&c->room);
    step_tally_clear(&c->tally);
}
