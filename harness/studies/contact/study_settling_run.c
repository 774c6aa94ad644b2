/* Runs of the settling study: at rest for ten seconds, and kicked.
 *
 * Forces. A verified answer leaves velocities of 1e-13 of the scale g h; of n bodies that is
 * n^2 times as much in units of the weight of one (the inverse of the stack's J M^-1 J^T grows
 * so). Up to 11 bodies 1e-10 is asked, whatever their masses; of more, n^2 1e-12.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_rng.h>

#include "fast/contact.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/contact/study_settling.h"

enum { REST_STEPS = 10000, KICKS = 10, KICK_STEPS = 200 };
static const double step = 1e-3, kick = 3; /* s, m/s and rad/s */

enum { FEW = 11 };
static const double force_of_few = 1e-10, force_of_many = 1e-12;

/* What a run needs. */
struct bench {
    struct contact_reference *reference;
    struct contact_stack stack;
    double *initial, *force, *momentum; /* [nx], [levels], [nv] */
    double t;
};

static void clear(struct bench *b) {
    contact_reference_free(b->reference);
    contact_stack_clear(&b->stack);
    free(b->initial);
}

static int open_bench(struct bench *b, struct model *m, struct diagnostic *d) {
    const size_t nx = (size_t)(m->nq + m->nv + m->nz);
    *b = (struct bench){.reference = NULL};
    b->initial = calloc(nx + (size_t)m->contacts + (size_t)m->nv + 1, sizeof *b->initial);
    if (b->initial == NULL || contact_reference_alloc(&b->reference, m) != PROBLEM_OK)
        return message_set(d, "%s: out of memory", m->name);
    b->force = b->initial + nx;
    b->momentum = b->force + m->contacts;
    if (initial_in_double(m, &b->t, b->initial, d))
        return -1;
    if (contact_stack_find(&b->stack, m, b->reference, b->t, b->initial))
        return message_set(d, "%s: it is no stack of n levels of as many contacts each",
                           m->name);
    return 0;
}

/* Verdicts of the steps, heard. A listener with its context. */
struct heard {
    enum contact_verdict worst;
};

static void hear(void *context, const struct contact_event *event) {
    struct heard *heard = context;
    if (event->phase != CONTACT_POSITION && event->answer->verdict > heard->worst)
        heard->worst = event->answer->verdict;
}

/* So many steps; those with a solve that could not be verified are counted. */
static void make_steps(const struct subject *s, long steps, long *made, long *unverified,
                       struct diagnostic *why) {
    struct heard heard;
    if (s->listen_contacts != NULL)
        s->listen_contacts(s->self, hear, &heard);
    for (long k = 0; k < steps; k++) {
        heard.worst = CONTACT_TIGHT;
        if (s->step(s->self, step)) {
            message_set(why, "; it ends at t = %g: %s", s->time(s->self),
                        s->why(s->self));
            return;
        }
        ++*made;
        *unverified += heard.worst > CONTACT_VERIFIED;
    }
}

static double find_kinetic(struct bench *b, const struct model *m, double t,
                           const double *x) {
    double sum = 0;
    contact_reference_momentum(b->reference, t, x, x + m->nq, b->momentum);
    for (int i = 0; i < m->nv; i++)
        sum += x[m->nq + i] * b->momentum[i] / 2;
    return sum;
}

static void look(struct bench *b, const struct model *m, const struct subject *s,
                 struct settling_run *run) {
    const double *x = s->state(s->self);
    run->kinetic = find_kinetic(b, m, s->time(s->self), x);
    run->drift = 0;
    for (int i = 0; i < m->nq; i++) {
        double moved = fabs(x[i] - b->initial[i]);
        run->drift = isnan(run->drift) || moved <= run->drift ? run->drift : moved;
    }
    const double *impulses =
        s->load_impulses != NULL ? s->load_impulses(s->self) : s->impulses(s->self);
    run->tells_impulses = impulses != NULL && !isnan(impulses[b->stack.row[0]]);
    if (!run->tells_impulses)
        return;
    run->force = contact_stack_compare(&b->stack, impulses, step, b->force);
    run->levels = json_array();
    for (int k = 0; k < b->stack.levels; k++)
        json_array_append_new(run->levels,
                              json_pack("{s:i, s:o, s:o}", "level", k + 1, "force",
                                        json_number(b->force[k]), "expected",
                                        json_number(b->stack.weight[k])));
}

int settling_rest(const struct study *s, struct model *m, struct settling_run *run,
                  struct diagnostic *d) {
    struct subject_options options = study_fixed_options(s);
    struct subject subject;
    struct bench b;
    int failed = open_bench(&b, m, d);
    if (!failed && s->open_subject(s->context, m, &options, &subject, d))
        failed = -1;
    else if (!failed) {
        double n = b.stack.levels;
        run->h = step;
        run->tolerance = n <= FEW ? force_of_few : force_of_many * n * n;
        if (subject.start(subject.self, b.t, b.initial))
            message_set(&run->why, "; it does not start: %s", subject.why(subject.self));
        else
            make_steps(&subject, REST_STEPS, &run->steps, &run->unverified, &run->why);
        if (run->steps > 0)
            look(&b, m, &subject, run);
        subject.free(subject.self);
    }
    clear(&b);
    return failed;
}

/* Each seed its own random velocities; the seeds and their steps are the points. */
static void kick_all(struct bench *b, const struct model *m, const struct subject *s,
                     struct settling_run *run, json_t *points) {
    gsl_rng *random = gsl_rng_alloc(gsl_rng_taus2);
    for (unsigned long seed = 1; seed <= KICKS && random != NULL; seed++) {
        long made = 0, unverified = 0;
        gsl_rng_set(random, seed);
        for (int i = m->nq; i < m->nq + m->nv; i++)
            b->initial[i] = kick * (2 * gsl_rng_uniform(random) - 1);
        if (s->start(s->self, b->t, b->initial))
            message_set(&run->why, "; seed %lu does not start: %s", seed,
                        s->why(s->self));
        else
            make_steps(s, KICK_STEPS, &made, &unverified, &run->why);
        run->steps += made;
        run->unverified += unverified;
        json_array_append_new(
            points, json_pack("{s:I, s:I, s:I}", "seed", (json_int_t)seed, "steps",
                              (json_int_t)made, "unverified", (json_int_t)unverified));
    }
    gsl_rng_free(random);
}

static int append_violent(const struct study *s, struct model *m,
                          const struct settling_run *run, json_t *points,
                          struct results *results) {
    struct result r = result_begin(m, "settling", "double", "violent");
    const double most = 1e-3;
    r.grade = "none";
    result_hold(&r, run->steps > 0 ? (double)run->unverified / (double)run->steps : NAN,
                most);
    r.required = false;
    r.points = points;
    if (run->why.text[0] != '\0')
        r.verdict = VERDICT_FAIL;
    return result_append(results, s, &r,
                         "share of steps that could not be verified, of %ld steps of %g "
                         "s, after random velocities of up to %g in each component, "
                         "seeds 1 to %d%s",
                         run->steps, step, kick, KICKS, run->why.text);
}

int settling_violent(const struct study *s, struct model *m, struct results *results,
                     struct diagnostic *d) {
    struct subject_options options = study_fixed_options(s);
    struct settling_run run = {.h = step};
    struct subject subject;
    struct bench b;
    int failed = open_bench(&b, m, d);
    if (!failed && s->open_subject(s->context, m, &options, &subject, d))
        failed = -1;
    else if (!failed) {
        json_t *points = json_array();
        kick_all(&b, m, &subject, &run, points);
        subject.free(subject.self);
        failed = append_violent(s, m, &run, points, results);
    }
    clear(&b);
    return failed;
}
