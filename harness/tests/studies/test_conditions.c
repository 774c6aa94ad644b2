/* The study of conditions: systems that are copies of each other to the bit, our own methods, and
 * our own methods made wrong under one condition each.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>

#include "harness/tests/catalogue.h"
#include "harness/tests/fingerprint_of.h"
#include "harness/integrators/subject.h"
#include "harness/studies/conditions/conditions_draw.h"
#include "harness/studies/conditions/conditions_late.h"
#include "problems/model.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/nightly.h"
#include "harness/tests/results_of.h"

enum { DRAWS = 210 };

/* rate[nx] := the system's at its start. */
static void find_rates(const struct draw *d, double *rate) {
    struct model *m;
    struct diagnostic why = {""};
    struct eval_double *field;
    double in[1 + DRAW_MOST];
    cr_assert(draw_model(&m, d, &why) == 0, "%s", why.text);
    struct program *program = model_field_program(m);
    cr_assert(eval_double_alloc(&field, m->graph, program) == PROBLEM_OK);
    in[0] = d->t0;
    draw_start(d, in + 1);
    eval_double_run(field, in, rate);
}

Test(conditions, a_system_has_the_rates_of_the_plain_one_but_for_powers_of_two) {
    gsl_rng *random = seeded_random();
    unsigned long seed = gsl_rng_get(random);
    for (int i = 0; i < DRAWS; i++) {
        const struct draw d = draw_make(seed, i, true), plain = draw_plain(&d);
        double rate[DRAW_MOST], of_plain[DRAW_MOST];
        char text[512];
        find_rates(&d, rate);
        find_rates(&plain, of_plain);
        draw_describe(text, sizeof text, &d);
        for (int k = 0; k < draw_size(&d); k++) {
            struct draw_component c = draw_component(&d, k);
            double expected = ldexp(of_plain[c.plain], c.exponent - d.time_exponent);
            cr_expect(rate[k] == expected, "%s: component %d: %a, not %a", text, k,
                      rate[k], expected);
        }
    }
}

Test(conditions, few_systems_have_all_sizes_magnitudes_steps_and_times) {
    bool has_size[DRAW_MOST + 1] = {false};
    double smallest = INFINITY, largest = 0, shortest = INFINITY, earliest = 0,
           latest = 0;
    bool crosses = false;
    for (int i = 0; i < 42; i++) {
        const struct draw d = draw_make(5, i, true);
        double x[DRAW_MOST], h = draw_step(&d);
        cr_assert(draw_size(&d) >= 1 && draw_size(&d) <= DRAW_MOST);
        draw_start(&d, x);
        has_size[draw_size(&d)] = true;
        for (int k = 0; k < draw_size(&d); k++) {
            smallest = fmin(smallest, fabs(x[k]));
            largest = fmax(largest, fabs(x[k]));
        }
        shortest = fmin(shortest, h);
        earliest = fmin(earliest, d.t0);
        latest = fmax(latest, d.t0);
        crosses |= d.t0 < 0 && d.t0 + h > 0;
    }
    for (int n = 1; n <= DRAW_MOST; n++)
        cr_expect(has_size[n], "%d components", n);
    cr_expect(smallest < 1e-15 && largest > 1e15, "%g to %g", smallest, largest);
    cr_expect(shortest < 1e-8, "%g", shortest);
    cr_expect(earliest < -100 && latest > 1e5, "%g to %g", earliest, latest);
    cr_expect(crosses);
}

Test(conditions, a_seed_draws_the_same_systems_again) {
    const struct draw one = draw_make(7, 11, true), again = draw_make(7, 11, true);
    const struct draw other = draw_make(8, 11, true);
    cr_expect(one.eta == again.eta && one.start[0] == again.start[0]);
    cr_expect(one.start[0] != other.start[0]);
}

/* ---- Our own methods */

/* What goes wrong, and when. */
enum wrong {
    WRONG_NEVER,
    WRONG_LATE,
    WRONG_AFTER_45,
    WRONG_SHORT,
    WRONG_SMALL,
    WRONG_OF_6,
    WRONG_STEP_101,       /* told 1e-7 too large, of that step alone */
    WRONG_STEP_65535,     /* the same */
    WRONG_NEW_START,      /* a step from a start at the time of the 101st fails */
    WRONG_RUN_FAILS,      /* of a thousand steps, not of eight in a period */
    WRONG_SETTLING_FAILS, /* from t = 30 on, in eight steps a period */
    WRONG_LATE_LINEAR,    /* told 1e-7 too large after t = 100; asks for Jacobians */
    WRONG_LATE_ITERATING  /* the same, and for rates more often in larger systems */
};

struct spoilt {
    struct subject inner;
    enum wrong wrong;
    long steps;
    double started;
    double x[DRAW_MOST + 1];
};

static double told(const struct spoilt *s, double t) {
    return s->wrong >= WRONG_LATE_LINEAR && t > 100 ? 1 + 1e-7 : 1;
}

static void look(struct spoilt *s) {
    int nx = s->inner.nq + s->inner.nv + s->inner.nz;
    memcpy(s->x, s->inner.state(s->inner.self), (size_t)nx * sizeof *s->x);
    s->x[0] *= told(s, s->inner.time(s->inner.self));
}

static int start(void *self, double t, const double *x) {
    struct spoilt *s = self;
    memcpy(s->x, x, sizeof *x * (size_t)(s->inner.nq + s->inner.nv + s->inner.nz));
    s->x[0] /= told(s, t);
    int failed = s->inner.start(s->inner.self, t, s->x);
    s->steps = 0;
    s->started = t;
    look(s);
    return failed;
}

static bool is_wrong(const struct spoilt *s, double h) {
    const struct subject *inner = &s->inner;
    return (s->wrong == WRONG_LATE && s->steps > 800) ||
           (s->wrong == WRONG_AFTER_45 && inner->time(inner->self) > 45) ||
           (s->wrong == WRONG_SHORT && h < 5e-7) ||
           (s->wrong == WRONG_OF_6 && inner->nq + inner->nv + inner->nz == 6);
}

static int step(void *self, double h) {
    struct spoilt *s = self;
    double before[DRAW_MOST + 1];
    memcpy(before, s->x, sizeof before);
    if (s->inner.step(s->inner.self, h))
        return -1;
    s->steps++;
    look(s);
    for (int i = 0; i < s->inner.nq + s->inner.nv + s->inner.nz; i++) {
        if (is_wrong(s, h))
            s->x[i] += 1e-7 * (s->x[i] - before[i]);
        if (s->wrong == WRONG_SMALL && fabs(s->x[i]) < 1e-12)
            s->x[i] = 0;
    }
    return 0;
}

static int run(void *self, double h, double t_final) {
    struct spoilt *s = self;
    double t = s->inner.time(s->inner.self);
    bool is_periodic = h == 0.125;
    if ((s->wrong == WRONG_NEW_START && s->started == 100 * LATE_STEP) ||
        (s->wrong == WRONG_RUN_FAILS && !is_periodic && (t_final - t) / h > 900) ||
        (s->wrong == WRONG_SETTLING_FAILS && is_periodic && t_final > 30))
        return -1;
    if (s->inner.run(s->inner.self, h, t_final))
        return -1;
    s->steps += (long)((t_final - t) / h);
    look(s);
    if ((s->wrong == WRONG_STEP_101 && s->steps == 101) ||
        (s->wrong == WRONG_STEP_65535 && s->steps == 65535))
        s->x[0] *= 1 + 1e-7;
    return 0;
}

static void statistics(void *self, struct named_numbers *into) {
    const struct spoilt *s = self;
    const struct subject *inner = &s->inner;
    if (s->wrong < WRONG_LATE_LINEAR)
        return;
    named_add_count(into, "jacobian_calls", 1);
    named_add_count(into, "derivative_calls",
                    s->wrong == WRONG_LATE_ITERATING ? inner->nq + inner->nv + inner->nz
                                                     : 1);
}

static const double *state(void *self) {
    return ((struct spoilt *)self)->x;
}

static const double *estimate(void *self) {
    struct spoilt *s = self;
    return s->inner.estimate(s->inner.self);
}

static double time_now(void *self) {
    struct spoilt *s = self;
    return s->inner.time(s->inner.self);
}

static const char *why(void *self) {
    struct spoilt *s = self;
    return s->inner.why(s->inner.self);
}

static void free_spoilt(void *self) {
    struct spoilt *s = self;
    s->inner.free(s->inner.self);
    free(s);
}

static int open_spoilt(void *context, struct model *m,
                       const struct subject_options *options, struct subject *opened,
                       struct diagnostic *d) {
    struct spoilt *s = calloc(1, sizeof *s);
    cr_assert(s != NULL);
    s->wrong = *(const enum wrong *)context;
    if (subject_open(&s->inner, m, options, d)) {
        free(s);
        return -1;
    }
    *opened = (struct subject){.self = s,
                               .nq = m->nq,
                               .nv = m->nv,
                               .nz = m->nz,
                               .method = s->inner.method,
                               .start = start,
                               .step = step,
                               .run = run,
                               .state = state,
                               .estimate = s->inner.estimate != NULL ? estimate : NULL,
                               .time = time_now,
                               .statistics = statistics,
                               .why = why,
                               .free = free_spoilt};
    return 0;
}

/* The results of a method that goes wrong so, which the caller frees. */
static json_t *study(const char *method, enum wrong wrong, unsigned long seed,
                     int systems) {
    struct subject_options options = subject_default_options();
    gsl_set_error_handler_off();
    cr_assert(subject_choose(&options, method) == 0);
    const struct study s = {.method = method,
                            .open_subject = open_spoilt,
                            .context = &wrong,
                            .options = &options,
                            .seed = seed,
                            .systems = systems};
    return study_results(study_conditions, &s);
}

static const char *const own[] = {"velocity-implicit-euler", "implicit-euler",
                                  "semi-explicit-euler",     "semi-explicit-euler-2",
                                  "explicit-euler",          "runge-kutta-merson"};
enum { OWN = sizeof own / sizeof *own };

static int scaled(int systems) {
    const char *text = getenv("TEST_SCALE");
    return text != NULL && atoi(text) > 1 ? atoi(text) * systems : systems;
}

Test(conditions, our_own_methods_raise_no_alarm, .timeout = 280) {
    gsl_rng *random = seeded_random();
    for (int i = 0; i < OWN; i++) {
        unsigned long seed = 1 + gsl_rng_uniform_int(random, 1000000);
        json_t *results = study(own[i], WRONG_NEVER, seed, scaled(21));
        cr_expect(json_array_size(results) > 0, "%s", own[i]);
        expect_no_alarm(results);
    }
}

static bool has_failure(const json_t *results, const char *quantity) {
    size_t i;
    json_t *result;
    json_array_foreach(results, i, result) {
        if (strcmp(text_in(result, "quantity"), quantity) == 0 &&
            strcmp(text_in(result, "verdict"), "fail") == 0)
            return true;
    }
    return false;
}

Test(conditions, our_own_methods_made_wrong_under_a_condition_fail, .timeout = 280) {
    static const char *const methods[] = {"velocity-implicit-euler",
                                          "runge-kutta-merson"};
    for (int i = 0; i < 2; i++) {
        for (enum wrong wrong = WRONG_LATE; wrong <= WRONG_OF_6; wrong++) {
            if (!is_nightly() && ((int)wrong + i) % 2 != 0)
                continue; /* by day each of one of them */
            json_t *results = study(methods[i], wrong, 3, 21);
            cr_expect(has_failure(results, "step"), "%s: %d is not seen", methods[i],
                      (int)wrong);
        }
    }
}

/* However soon it is forgotten. Seen to fail: where no step of a run is made again. */
Test(conditions, a_fault_of_one_step_is_seen) {
    static const char *const methods[] = {"velocity-implicit-euler", "explicit-euler"};
    for (int i = 0; i < 2; i++) {
        for (enum wrong wrong = WRONG_STEP_101; wrong <= WRONG_STEP_65535; wrong++) {
            json_t *results = study(methods[i], wrong, 3, 8);
            cr_expect(has_failure(results, "late"), "%s: %d is not seen", methods[i],
                      (int)wrong);
        }
    }
}

/* Seen to fail: where a step that fails from a new start alone is passed over. */
Test(conditions, a_run_that_fails_is_a_failure) {
    static const struct {
        enum wrong wrong;
        const char *quantity;
    } rows[] = {{WRONG_RUN_FAILS, "step"},
                {WRONG_SETTLING_FAILS, "late"},
                {WRONG_NEW_START, "late"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *results = study("explicit-euler", rows[i].wrong, 11, 9);
        cr_expect(has_failure(results, rows[i].quantity), "%s", rows[i].quantity);
    }
}

/* One of others whose fingerprint names this method. */
static json_t *study_named(const char *fingerprint, enum wrong wrong) {
    struct subject_options options = subject_default_options();
    gsl_set_error_handler_off();
    cr_assert(subject_choose(&options, "explicit-euler") == 0);
    const struct study s = {.method = "mine",
                            .open_subject = open_spoilt,
                            .context = &wrong,
                            .options = &options,
                            .foreign = true,
                            .fingerprint = fingerprint_of_text(fingerprint),
                            .seed = 3,
                            .systems = 21};
    return study_results(study_conditions, &s);
}

/* Seen to fail: an error of any size was excused of RODAS. */
Test(conditions, a_rosenbrock_method_is_judged_as_others_are) {
    cr_expect(
        has_failure(study_named("{\"method\": \"rodas4\"}", WRONG_SMALL), "scaling"));
    cr_expect(has_failure(study_named("{}", WRONG_SMALL), "scaling"));
}

/* Seen to fail: what a quotient may leave was allowed of iterations, too. */
Test(conditions, what_iterates_takes_no_difference_quotient) {
    for (enum wrong wrong = WRONG_LATE_LINEAR; wrong <= WRONG_LATE_ITERATING; wrong++)
        cr_expect_eq(has_failure(study_named("{}", wrong), "late"),
                     wrong == WRONG_LATE_ITERATING, "%d", (int)wrong);
}

/* Seen to fail: the exponential Rosenbrock-Euler method was said to treat copies otherwise. */
Test(conditions, what_an_exponential_loses_in_other_units_is_told_and_not_judged) {
    json_t *named =
        study_named("{\"method\": \"exponential-rosenbrock-euler\"}", WRONG_SMALL);
    const json_t *scaling = find_result(named, "double", "scaling");
    cr_expect_str_eq(text_in(scaling, "verdict"), "not-asymptotic");
}

/* The quotient of cos(t/T) by time, with each size that programs choose, against -sin(t/T)/T, in a
 * step of h^2/2 of it. Seen to fail: rounding of t/T left out, and a half of what is measured. */
Test(conditions, a_difference_quotient_by_time_leaves_no_more_than_is_allowed) {
    const struct conditions c = {.may_be_linear = true},
                            without = {.may_be_linear = false};
    const double root = sqrt(0x1p-52);
    for (int i = 0; i < 4000; i++) {
        const double t = ldexp(0.5 + i % 7, i % 40 - 20), T = ldexp(0.7, i % 23 - 15);
        const double h = T * ldexp(0.9, -i % 5);
        const double sizes[] = {1e-8 * h, sqrt(0x1p-53 * fmax(1e-5, t)), root * t,
                                root * fmax(1, t), root * (h + t)};
        const double allowed = conditions_quotient(&c, t, h, T);
        cr_expect(conditions_quotient(&without, t, h, T) == 0);
        cr_expect(allowed > 0 && allowed <= 0.5);
        for (int k = 0; k < 5 && allowed < 0.5; k++) {
            const volatile double later = t + sizes[k];
            if (!(later - t >= sizes[0] / 2))
                continue;
            const double quotient = (cos(later / T) - cos(t / T)) / (later - t);
            const double off = h / 2 * fabs(quotient + sin(t / T) / T);
            cr_expect(off <= allowed, "t %g T %g h %g, %d: %g > %g", t, T, h, k, off,
                      allowed);
        }
    }
}

Test(conditions, the_reason_names_the_seed) {
    json_t *results = study("explicit-euler", WRONG_NEVER, 4711, 5);
    const json_t *result = find_result(results, "double", "step");
    cr_expect(strstr(text_in(result, "reason"), "seed 4711") != NULL, "%s",
              text_in(result, "reason"));
}
