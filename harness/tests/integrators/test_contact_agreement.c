/* The contact stepper in double against the reference in MPFR, which shares nothing
 * with it but the model: every solve of a run, as the listener hears of it, obeys the
 * laws of the same numbers in MPFR to round-off, and has the velocities of their
 * solution to the last bits; and steps from the same state.
 *
 * A face that slides and turns on its four corners has a line of solutions, as the
 * share of the corners, which nothing decides, decides the friction; where rounding of
 * the numbers leaves a single point of it, it is rounding that chose. Such solves may
 * have other velocities than the reference's: they are counted, their share is bounded
 * for each scene by name, and the steps they are in are not compared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fast/contact.h"
#include "harness/integrators/bind/bind_contacts.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/integrators/contact_laws.h"
#include "problems/model.h"
#include "problems/tests/nightly.h"
#include "ref/contact.h"

enum { BITS = 100, BY_DAY = 3 };
static const double REFERENCE_BREACH = 1e-28; /* of an answer of BITS bits */
static const double SCALED = 1e-9;            /* an answer so far off is none */
enum impulses { UNIQUE, REDUNDANT };
enum { POISSON = CONTACT_POISSON, NEWTON = CONTACT_NEWTON };
enum {
    AT_ONCE = CONTACT_SIMULTANEOUS,
    SEQUENTIAL = CONTACT_SEQUENTIAL,
    MIXED = CONTACT_MIXED
};

/* A model, how it is stepped, and how near the two are to be. */
struct scene {
    const char *name, *set; /* "NAME=VALUE NAME=VALUE" */
    double h;
    int steps, every; /* one of so many solves or steps is compared */
    enum impulses impulses;
    double near; /* differences, relative to the largest velocity and impulse */
    int law, induced;
};

/* Scenes that may have other solutions than the reference's: in which share of the
 * solves, or of the steps. */
static const struct {
    const char *name, *set;
    double most;
} ELSEWHERE[] = {
    {"brick_stack", "n=1 kick=0.3", 0.1},
    {"sliding_block", "spin=7 u0=0.3", 1},
};

static double share_elsewhere(const struct scene *s) {
    for (size_t k = 0; k < sizeof ELSEWHERE / sizeof *ELSEWHERE; k++)
        if (strcmp(s->name, ELSEWHERE[k].name) == 0 &&
            strcmp(s->set, ELSEWHERE[k].set) == 0)
            return ELSEWHERE[k].most;
    return 0;
}

static struct model *read_scene(const struct scene *s) {
    enum { MOST = 4, LENGTH = 20 };
    static char name[MOST][LENGTH], value[MOST][LENGTH];
    struct setting setting[MOST];
    int settings = 0, used = 0;
    for (const char *at = s->set;
         settings < MOST &&
         sscanf(at, " %19[^=]=%19s%n", name[settings], value[settings], &used) == 2;
         at += used) {
        setting[settings] = (struct setting){name[settings], value[settings]};
        settings++;
    }
    char path[400];
    snprintf(path, sizeof path, HALFSTEP_MODELS "/%s.model", s->name);
    struct model *m;
    struct diagnostic d;
    cr_assert(model_read(&m, path, settings, setting, &d) == PROBLEM_OK, "%s", s->name);
    return m;
}

/* n numbers, zero; freed with free_numbers. */
static mpfr_t *make_numbers(int n, mpfr_prec_t bits) {
    mpfr_t *x = calloc((size_t)n + 1, sizeof *x);
    cr_assert(x != NULL);
    for (int i = 0; i < n; i++) {
        mpfr_init2(x[i], bits);
        mpfr_set_zero(x[i], 1);
    }
    return x;
}

static const mpfr_t *constant(mpfr_t *x) {
    return (const mpfr_t *)x;
}

static int count_states(const struct model *m) {
    return m->nq + m->nv + m->nz;
}

static void take_doubles(mpfr_t *x, const double *value, int n) {
    for (int i = 0; i < n; i++)
        mpfr_set_d(x[i], value[i], MPFR_RNDN);
}

/* matrix (n x columns of the pattern, or its transposed, by columns) := entries. */
static mpfr_t *spread(const struct fast_pattern *p, const double *entry,
                      bool transposed) {
    mpfr_t *matrix = make_numbers(p->rows * p->columns, 64);
    for (int j = 0; j < p->columns; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            mpfr_set_d(
                matrix[transposed ? p->row[k] * p->columns + j : j * p->rows + p->row[k]],
                entry[k], MPFR_RNDN);
    return matrix;
}

/* ---- Solves */

struct watch {
    const struct scene *scene;
    int every; /* one of so many solves of each phase is compared */
    int solves[CONTACT_POSITION + 1], compared, unique;
    int elsewhere, several; /* other velocities; more than one solution */
    /* The largest differences, relative, where one has to agree. */
    double velocity, impulse;
    double breach, off; /* of the laws; of velocities of another solution */
    double least_break; /* the breach of an answer that is scaled */
};

static double largest(const double *x, int n, double least) {
    for (int i = 0; i < n; i++)
        least = fmax(least, fabs(x[i]));
    return least;
}

/* max |x - exact| / size. */
static double difference(const double *x, mpfr_t *exact, int n, double size) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        double off = fabs(x[i] - mpfr_get_d(exact[i], MPFR_RNDN));
        cr_assert(isfinite(off));
        most = fmax(most, size > 0 ? off / size : off);
    }
    return most;
}

/* Of M's diagonal. */
static double largest_mass(const struct contact_problem *p) {
    const struct fast_pattern *pattern = p->mass_pattern;
    double most = 0;
    for (int j = 0; j < p->nv; j++)
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
            if (pattern->row[k] == j)
                most = fmax(most, p->mass[k]);
    return most;
}

struct exact {
    struct ref_contact_problem problem;
    struct ref_contact_answer answer;
    mpfr_t *M, *J, *G, *vector;
};

static void pose(struct exact *e, const struct contact_problem *p) {
    int numbers = p->nv + p->rows + p->joints + 2 * p->contacts;
    e->M = spread(p->mass_pattern, p->mass, false);
    e->J = spread(p->matrix_pattern, p->matrix, true);
    e->G = spread(p->joint_pattern, p->joint_matrix, true);
    e->vector = make_numbers(numbers, 64);
    mpfr_t *v = e->vector, *offset = v + p->nv, *joint = offset + p->rows;
    mpfr_t *friction = joint + p->joints, *known = friction + p->contacts;
    take_doubles(v, p->v_free, p->nv);
    take_doubles(offset, p->offset, p->rows);
    take_doubles(joint, p->joint_offset, p->joints);
    take_doubles(friction, p->friction, p->contacts);
    take_doubles(known, p->known, p->contacts);
    e->problem = (struct ref_contact_problem){.nv = p->nv,
                                              .contacts = p->contacts,
                                              .rows = p->rows,
                                              .joints = p->joints,
                                              .first = p->first,
                                              .M = constant(e->M),
                                              .J = constant(e->J),
                                              .G = constant(e->G),
                                              .v_free = constant(v),
                                              .offset = constant(offset),
                                              .joint_offset = constant(joint),
                                              .friction = constant(friction),
                                              .known = constant(known),
                                              .takes_part = p->takes_part};
    e->answer.v = make_numbers(p->nv, BITS);
    e->answer.impulse = make_numbers(p->rows, BITS);
    e->answer.joint_impulse = make_numbers(p->joints, BITS);
    e->answer.state = calloc((size_t)p->contacts + 1, sizeof *e->answer.state);
    mpfr_init2(e->answer.residual, BITS);
}

/* The breach of an answer in doubles whose impulses, and changes of velocity with them,
 * are multiplied by `factor`: momentum does not notice. */
static double judge_scaled(const struct exact *e, const struct contact_problem *p,
                           const struct contact_answer *a, double factor) {
    int numbers = p->nv + p->rows + p->joints;
    mpfr_t *v = make_numbers(numbers, BITS), *r = v + p->nv, *lambda = r + p->rows;
    take_doubles(v, a->v, p->nv);
    take_doubles(r, a->impulse, p->rows);
    take_doubles(lambda, a->joint_impulse, p->joints);
    for (int i = 0; i < numbers; i++) {
        if (i < p->nv)
            mpfr_sub(v[i], v[i], e->problem.v_free[i], MPFR_RNDN);
        mpfr_mul_d(v[i], v[i], factor, MPFR_RNDN);
        if (i < p->nv)
            mpfr_add(v[i], v[i], e->problem.v_free[i], MPFR_RNDN);
    }
    return contact_laws_breach(&e->problem, constant(v), constant(r), constant(lambda));
}

/* Other velocities than the reference's are another solution if both obey the laws. */
static void note_solution(struct watch *w, const struct exact *e,
                          const struct contact_problem *p,
                          const struct contact_answer *a) {
    double speed = largest(a->v, p->nv, largest(p->v_free, p->nv, 0));
    double push = largest(a->impulse, p->rows, speed * largest_mass(p));
    double v = difference(a->v, e->answer.v, p->nv, speed);
    double exact = contact_laws_breach(&e->problem, constant(e->answer.v),
                                       constant(e->answer.impulse),
                                       constant(e->answer.joint_impulse));
    w->several += e->answer.solutions > 1;
    cr_expect(exact <= REFERENCE_BREACH, "%s: the reference is off the laws by %g",
              w->scene->name, exact);
    if (v > w->scene->near && share_elsewhere(w->scene) > 0) {
        w->elsewhere++;
        w->off = fmax(w->off, v);
        w->least_break = fmin(w->least_break, judge_scaled(e, p, a, 1 + SCALED));
        return;
    }
    w->velocity = fmax(w->velocity, v);
    w->unique += e->answer.solutions <= 1;
    if (e->answer.solutions <= 1)
        w->impulse =
            fmax(w->impulse, difference(a->impulse, e->answer.impulse, p->rows, push));
}

static void compare_solve(void *context, const struct contact_event *event) {
    struct watch *w = context;
    const struct contact_problem *p = event->problem;
    if (p == NULL || w->solves[event->phase]++ % w->every != 0)
        return;
    struct exact e;
    pose(&e, p);
    enum ref_status status = ref_contact_solve(&e.problem, BITS, &e.answer);
    w->compared++;
    w->breach = fmax(w->breach, judge_scaled(&e, p, event->answer, 1));
    if (status == REF_OK)
        note_solution(w, &e, p, event->answer);
}

static contact_stepper *begin_fast(const struct integrator_system *system,
                                   const struct scene *s, struct model *m,
                                   enum fast_mode mode) {
    struct integrator_options options = mode == FAST_FAITHFUL
                                            ? contact_faithful_options(s->h)
                                            : contact_default_options();
    options.fixed_step = true, options.step = s->h;
    options.restitution = (enum contact_restitution)s->law;
    options.induced = (enum contact_induced)s->induced;
    contact_stepper *stepper;
    cr_assert(contact_alloc(&stepper, system, &options) == FAST_OK, "%s", s->name);
    double begin, end, *x = calloc((size_t)count_states(m) + 1, sizeof *x);
    model_start(m, &begin, &end, x);
    enum fast_status status = contact_start(stepper, begin, x);
    cr_assert(status == FAST_OK, "%s: status %d", s->name, status);
    return stepper;
}

static struct watch watch_solves(const struct scene *s) {
    struct watch w = {
        .scene = s, .every = s->every * nightly_or(1, BY_DAY), .least_break = INFINITY};
    struct model *m = read_scene(s);
    struct bind_contacts *b;
    cr_assert(bind_contacts_alloc(&b, m) == PROBLEM_OK);
    contact_stepper *stepper = begin_fast(bind_contacts_system(b), s, m, FAST_DEFAULT);
    contact_listen(stepper, compare_solve, &w);
    for (int k = 0; k < s->steps; k++) {
        enum fast_status status = contact_step(stepper, s->h);
        cr_assert(status == FAST_OK, "%s, step %d: status %d", s->name, k, status);
    }
    return w;
}

static const struct scene SOLVES[] = {
    {"bouncing_ball", "e=0.8", 0.011, 200, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"cradle", "gap=0.002 e=0.7", 0.0013, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"slider_stack", "n=4", 0.001, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"rod_flat", "e=0.8", 0.001, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"rod_impact", "mu=0.3 e=0.5", 0.0017, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"rod_on_floor", "", 0.007, 100, 1, REDUNDANT, 1e-13, POISSON, AT_ONCE},
    {"rotating_ball", "", 0.01, 100, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"kane_pendulum", "", 0.01, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"wall_pendulum", "", 0.01, 100, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"pendulum_on_floor", "", 0.01, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"wedge", "", 0.01, 30, 1, REDUNDANT, 1e-13, POISSON, AT_ONCE},
    {"block_on_belt", "", 0.01, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"impacting_bar", "", 0.01, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"woodpecker", "", 0.001, 200, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"sphere_stack", "n=2", 0.001, 30, 3, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"sliding_block", "", 0.01, 40, 8, REDUNDANT, 1e-13, POISSON, AT_ONCE},
    {"brick_stack", "n=2", 0.001, 10, 4, REDUNDANT, 1e-13, POISSON, AT_ONCE},
    {"sphere_stack", "n=2 offset=0.02", 0.003, 40, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"brick_stack", "n=1 kick=0.3", 0.003, 60, 3, REDUNDANT, 1e-13, POISSON, AT_ONCE},
    {"sliding_block", "spin=7 u0=0.3", 0.003, 40, 4, REDUNDANT, 1e-13, POISSON, AT_ONCE},
};
enum { SOLVED = sizeof SOLVES / sizeof *SOLVES };

static void check_solves(const struct scene *s, const struct watch *w) {
    printf("%s %s: %d solves, %d elsewhere by up to %.2g; breach %.2g\n", s->name, s->set,
           w->compared, w->elsewhere, w->off, w->breach);
    cr_expect(w->breach <= s->near, "%s: off the laws by %g", s->name, w->breach);
    cr_expect(w->elsewhere <= share_elsewhere(s) * w->compared, "%s: %d of %d elsewhere",
              s->name, w->elsewhere, w->compared);
    cr_expect(share_elsewhere(s) == 1 ||
                  (w->unique > 0 && 10 * w->unique >= 9 * w->compared),
              "%s: %d of %d have one solution", s->name, w->unique, w->compared);
    cr_expect(w->velocity <= s->near, "%s: velocities differ by %g", s->name,
              w->velocity);
    cr_expect(s->impulses == REDUNDANT || w->impulse <= s->near,
              "%s: impulses differ by %g", s->name, w->impulse);
    cr_expect(w->least_break > s->near, "%s: a scaled answer is off by %g only", s->name,
              w->least_break);
}

Test(contact_agreement, every_solve_is_that_of_the_reference_or_another_solution) {
    static const double MOST = 0.01; /* share of solves elsewhere, of all */
    int compared = 0, elsewhere = 0;
    for (int k = 0; k < SOLVED; k++) {
        struct watch w = watch_solves(&SOLVES[k]);
        check_solves(&SOLVES[k], &w);
        compared += w.compared;
        elsewhere += w.elsewhere;
    }
    printf("%d solves, %d elsewhere\n", compared, elsewhere);
    cr_expect(elsewhere <= MOST * compared, "%d of %d elsewhere", elsewhere, compared);
}

/* ---- Steps */

struct pair {
    struct model *m;
    struct bind_contacts *b;
    contact_stepper *fast;
    ref_contact *ref;
    int nx, nq;
    double *x0;
    mpfr_t *x, *impulse, t, h;
};

static struct pair begin_pair(const struct scene *s, bool faithful) {
    struct pair p = {.m = read_scene(s)};
    cr_assert(bind_contacts_alloc(&p.b, p.m) == PROBLEM_OK);
    p.fast = begin_fast(bind_contacts_system(p.b), s, p.m,
                        faithful ? FAST_FAITHFUL : FAST_DEFAULT);
    static const enum ref_contact_restitution LAW[] = {REF_POISSON, REF_NEWTON,
                                                       REF_NO_RESTITUTION};
    static const enum ref_contact_induced INDUCED[] = {REF_SIMULTANEOUS, REF_SEQUENTIAL,
                                                       REF_MIXED};
    const struct ref_contact_options options = {.faithful = faithful,
                                                .restitution = LAW[s->law],
                                                .induced = INDUCED[s->induced],
                                                .projection = REF_BILATERAL,
                                                .semi_explicit = faithful,
                                                .locates_impacts = !faithful,
                                                .max_induced = 5,
                                                .constraint_tolerance =
                                                    faithful ? 1e-3 : 1e-9,
                                                .constants = EVAL_DOUBLE_CONSTANTS};
    cr_assert(ref_contact_alloc(&p.ref, p.m, &options, BITS) == REF_OK);
    p.nx = count_states(p.m);
    p.nq = p.m->nq;
    p.x0 = calloc((size_t)p.nx + 1, sizeof *p.x0);
    p.x = make_numbers(p.nx, BITS);
    p.impulse = make_numbers(model_contact_rows(p.m), BITS);
    mpfr_inits2(64, p.t, p.h, (mpfr_ptr)NULL);
    mpfr_set_d(p.h, s->h, MPFR_RNDN);
    return p;
}

struct distance {
    double position, velocity;
    int step;     /* of the largest one */
    int left_out; /* steps */
};

/* Steps of fast, each compared with the reference's from the same state. */
static struct distance compare_steps(const struct scene *s, bool faithful) {
    struct pair p = begin_pair(s, faithful);
    struct distance most = {0};
    struct watch watch = {.scene = s, .every = s->every};
    if (share_elsewhere(s) > 0)
        contact_listen(p.fast, compare_solve, &watch);
    double length = 0, speed = s->h; /* the largest so far; h: of forces of size 1 */
    for (int k = 0; k < s->steps; k++) {
        mpfr_set_d(p.t, contact_time(p.fast), MPFR_RNDN);
        for (int i = 0; i < p.nx; i++)
            p.x0[i] = contact_state(p.fast)[i];
        take_doubles(p.x, p.x0, p.nx);
        enum fast_status status = contact_step(p.fast, s->h);
        cr_assert(status == FAST_OK, "%s, step %d: status %d", s->name, k, status);
        bool unclear = watch.elsewhere + watch.several > 0;
        watch.elsewhere = watch.several = 0;
        most.left_out += unclear;
        if (k % s->every != 0 || unclear)
            continue;
        enum ref_status exact =
            ref_contact_step(p.ref, p.t, constant(p.x), p.h, p.x, p.impulse);
        cr_assert(exact == REF_OK, "%s, step %d: reference's status %d", s->name, k,
                  exact);
        const double *x1 = contact_state(p.fast);
        length = largest(x1, p.nq, largest(p.x0, p.nq, length));
        speed = largest(x1 + p.nq, p.nx - p.nq, largest(p.x0 + p.nq, p.nx - p.nq, speed));
        double position = difference(x1, p.x, p.nq, fmax(length, s->h * speed));
        double velocity = difference(x1 + p.nq, p.x + p.nq, p.nx - p.nq, speed);
        if (fmax(position, velocity) > fmax(most.position, most.velocity))
            most.step = k;
        most.position = fmax(most.position, position);
        most.velocity = fmax(most.velocity, velocity);
    }
    return most;
}

static void check_steps(const struct scene *s, bool faithful) {
    struct distance most = compare_steps(s, faithful);
    if (share_elsewhere(s) > 0)
        printf("%s %s: %d steps, %d left out\n", s->name, s->set, s->steps,
               most.left_out);
    cr_expect(most.left_out <= share_elsewhere(s) * s->steps, "%s: %d of %d left out",
              s->name, most.left_out, s->steps);
    cr_expect(most.position <= s->near && most.velocity <= s->near,
              "%s: positions differ by %g, velocities by %g (step %d)", s->name,
              most.position, most.velocity, most.step);
}

/* Positions after a projection, and velocities that are made to fit there, are as near
 * as its tolerance has them. Where the share of the corners decides the friction of a
 * face velocities lose some digits more. */
static const struct scene DEFAULT_STEPS[] = {
    {"bouncing_ball", "e=0.8", 0.011, 360, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"bouncing_ball", "e=1", 0.011, 200, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"bouncing_ball", "e=0", 0.011, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"cradle", "gap=0.002 e=0.7", 0.0013, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"cradle", "e=0.5", 0.0013, 20, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"cradle", "e=0.5", 0.0013, 20, 1, UNIQUE, 1e-13, NEWTON, MIXED},
    {"cradle", "e=0.8", 0.0013, 20, 1, UNIQUE, 1e-13, POISSON, MIXED},
    {"cradle", "growth=2", 0.0013, 20, 1, UNIQUE, 1e-13, POISSON, SEQUENTIAL},
    {"cradle", "n=3 middle=0.01", 0.0013, 20, 1, UNIQUE, 1e-13, NEWTON, SEQUENTIAL},
    {"slider_stack", "n=4", 0.001, 60, 1, UNIQUE, 1e-12, POISSON, AT_ONCE},
    {"slider_stack", "n=4 gap=0.003 e=0.4", 0.003, 100, 1, UNIQUE, 1e-12, POISSON,
     AT_ONCE},
    {"rod_flat", "e=0.8", 0.001, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"rod_flat", "e=0.8", 0.001, 60, 1, UNIQUE, 1e-13, NEWTON, AT_ONCE},
    {"rod_impact", "mu=0.3 e=0.5", 0.0017, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"rod_impact", "mu=0.5 e=1", 0.0017, 60, 1, UNIQUE, 1e-13, NEWTON, AT_ONCE},
    {"rod_on_floor", "", 0.007, 100, 1, REDUNDANT, 1e-10, POISSON, AT_ONCE},
    {"rotating_ball", "", 0.01, 100, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"rotating_ball", "e=0.6 u0=1", 0.01, 100, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"kane_pendulum", "", 0.01, 60, 1, UNIQUE, 1e-10, POISSON, AT_ONCE},
    {"wall_pendulum", "", 0.01, 100, 1, UNIQUE, 1e-10, POISSON, AT_ONCE},
    {"pendulum_on_floor", "", 0.01, 60, 1, UNIQUE, 1e-10, POISSON, AT_ONCE},
    {"wedge", "", 0.01, 30, 1, REDUNDANT, 1e-12, POISSON, AT_ONCE},
    {"block_on_belt", "", 0.01, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"impacting_bar", "", 0.01, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"woodpecker", "", 0.001, 200, 1, UNIQUE, 1e-12, POISSON, AT_ONCE},
    {"sphere_stack", "n=2", 0.001, 30, 3, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"sliding_block", "", 0.01, 60, 4, REDUNDANT, 1e-12, POISSON, AT_ONCE},
    {"brick_stack", "n=2", 0.001, 10, 4, REDUNDANT, 1e-12, POISSON, AT_ONCE},
    {"brick_stack", "n=1 gap=0.01 e=0.3", 0.003, 24, 1, REDUNDANT, 1e-12, POISSON,
     AT_ONCE},
    {"sphere_stack", "n=2 gap=0.003 e=0.5", 0.003, 40, 1, UNIQUE, 1e-12, POISSON,
     AT_ONCE},
    {"kane_pendulum", "h0=0.13", 0.007, 80, 1, UNIQUE, 1e-10, NEWTON, AT_ONCE},
    {"pendulum_on_floor", "e=0 mu=0.6", 0.007, 80, 1, UNIQUE, 1e-10, POISSON, AT_ONCE},
    {"sliding_block", "slope=0.3", 0.01, 40, 8, REDUNDANT, 1e-12, POISSON, AT_ONCE},
    {"sphere_stack", "n=2 offset=0.02", 0.003, 40, 1, UNIQUE, 1e-9, POISSON, AT_ONCE},
    {"brick_stack", "n=1 kick=0.3", 0.003, 16, 1, REDUNDANT, 1e-11, POISSON, AT_ONCE},
};

Test(contact_agreement, steps_of_default_mode_are_those_of_the_reference) {
    for (size_t k = 0; k < sizeof DEFAULT_STEPS / sizeof *DEFAULT_STEPS; k++)
        check_steps(&DEFAULT_STEPS[k], false);
}

/* Friction only where its direction does not change: the original's solver takes that in
 * pieces of the impulse. */
static const struct scene FAITHFUL_STEPS[] = {
    {"bouncing_ball", "e=0.8", 0.001, 1500, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"bouncing_ball", "e=1", 0.01, 200, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"cradle", "gap=0.002 e=0.7", 0.001, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"cradle", "e=0.5", 0.001, 20, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"cradle", "e=0.5", 0.001, 20, 1, UNIQUE, 1e-13, NEWTON, MIXED},
    {"cradle", "e=0.8", 0.001, 20, 1, UNIQUE, 1e-13, POISSON, SEQUENTIAL},
    {"cradle", "n=3 middle=0.01", 0.001, 20, 1, UNIQUE, 1e-13, NEWTON, MIXED},
    {"slider_stack", "n=4", 0.001, 60, 1, UNIQUE, 1e-12, POISSON, AT_ONCE},
    {"slider_stack", "n=4 gap=0.003 e=0.4", 0.003, 100, 1, UNIQUE, 1e-12, POISSON,
     AT_ONCE},
    {"rod_flat", "e=0.8", 0.001, 60, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"rotating_ball", "", 0.01, 100, 1, UNIQUE, 1e-13, POISSON, AT_ONCE},
    {"block_on_belt", "", 0.01, 60, 1, UNIQUE, 1e-12, POISSON, AT_ONCE},
    {"rod_impact", "mu=0.1 e=0.5 u0=3", 0.001, 60, 1, UNIQUE, 1e-9, POISSON, AT_ONCE},
    {"sliding_block", "", 0.01, 60, 4, REDUNDANT, 1e-10, POISSON, AT_ONCE},
};

Test(contact_agreement, steps_of_faithful_mode_are_those_of_the_reference) {
    for (size_t k = 0; k < sizeof FAITHFUL_STEPS / sizeof *FAITHFUL_STEPS; k++)
        check_steps(&FAITHFUL_STEPS[k], true);
}
