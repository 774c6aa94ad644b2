/* Our own methods through the interface that everybody else's come through: the same bits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/integrators/initial.h"
#include "harness/integrators/subject_options.h"
#include "harness/tests/models.h"
#include "harness/tests/plugins.h"
#include "problems/model.h"

enum { most_states = 8, methods = 2 };

static const char *const method_names[methods] = {"velocity-implicit-euler",
                                                  "implicit-euler"};
static const enum integrator_method method[methods] = {FAST_VELOCITY_IMPLICIT_EULER,
                                                       FAST_IMPLICIT_EULER};

/* The same integrator by both ways. */
struct ways {
    struct plugin_case c;
    struct subject direct, foreign;
    int nx;
    double t, x[most_states];
};

static void open_ways(struct ways *w, struct model *m,
                      const struct subject_options *options) {
    struct diagnostic d = {""};
    static const char *const jacobians[] = {"forward", "central", "exact"};
    plugin_case_make(&w->c, plugin_path(subject_method_name(options->integrator.method)),
                     "mode",
                     options->integrator.mode == FAST_FAITHFUL ? "faithful" : "default",
                     "jacobian", jacobians[options->integrator.jacobian]);
    w->nx = m->nq + m->nv + m->nz;
    cr_assert(subject_open(&w->direct, m, options, &d) == 0, "%s", d.text);
    w->foreign = plugin_subject(&w->c, m, options);
    cr_assert(initial_in_double(m, &w->t, w->x, &d) == 0, "%s", d.text);
    cr_assert(w->direct.start(w->direct.self, w->t, w->x) == 0);
    cr_assert(w->foreign.start(w->foreign.self, w->t, w->x) == 0, "%s",
              w->foreign.why(w->foreign.self));
}

static void close_ways(struct ways *w) {
    w->direct.free(w->direct.self);
    w->foreign.free(w->foreign.self);
}

static void expect_same(struct ways *w, const char *what, int k) {
    struct subject *a = &w->direct, *b = &w->foreign;
    const size_t size = (size_t)w->nx * sizeof(double);
    cr_expect(a->time(a->self) == b->time(b->self), "%s %d: t = %.17g, %.17g", what, k,
              a->time(a->self), b->time(b->self));
    cr_expect(memcmp(a->state(a->self), b->state(b->self), size) == 0,
              "%s %d: %.17g, %.17g", what, k, a->state(a->self)[0], b->state(b->self)[0]);
    cr_expect(memcmp(a->estimate(a->self), b->estimate(b->self), size) == 0,
              "%s %d: estimate", what, k);
}

/* All of fast's counters, and by the plug-in also the calls. */
static void expect_same_counters(struct ways *w) {
    const struct named_numbers one = subject_counters(&w->direct),
                               other = subject_counters(&w->foreign);
    for (int i = 0; i < one.count; i++) {
        const char *name = one.list[i].name;
        const double value = one.list[i].number.value, its = named_value(&other, name);
        cr_expect(value == its || (isnan(value) && isnan(its)), "%s: %.17g, %.17g", name,
                  value, its);
    }
    cr_expect(other.count == one.count + 5);
}

static const struct {
    enum fast_mode mode;
    enum pair_jacobian jacobian;
} ways_to_work[] = {
    {FAST_DEFAULT, FAST_FORWARD_DIFFERENCES},
    {FAST_FAITHFUL, FAST_CENTRAL_DIFFERENCES},
    {FAST_DEFAULT, FAST_EXACT_JACOBIAN},
};
enum { ways_count = sizeof ways_to_work / sizeof *ways_to_work };

/* A model whose map is not the identity, with all parts coupled and explicit time. */
Test(plugin_own, single_steps_are_those_of_the_direct_way) {
    struct model *m = model_from(coupled_model);
    for (int k = 0; k < methods * ways_count; k++) {
        struct ways w;
        struct subject_options options = subject_default_options();
        options.integrator.method = method[k % methods];
        options.integrator.mode = ways_to_work[k / methods].mode;
        options.integrator.jacobian = ways_to_work[k / methods].jacobian;
        open_ways(&w, m, &options);
        for (int i = 0; i < 20; i++) {
            double h = 0.01 + 0.003 * (i % 4);
            cr_assert(w.direct.step(w.direct.self, h) == 0);
            cr_assert(w.foreign.step(w.foreign.self, h) == 0, "%s",
                      w.foreign.why(w.foreign.self));
            expect_same(&w, method_names[k % methods], k);
        }
        expect_same_counters(&w);
        close_ways(&w);
    }
}

Test(plugin_own, runs_of_fixed_steps_are_those_of_the_direct_way) {
    struct model *m = model_from(coupled_model);
    for (int k = 0; k < methods; k++) {
        struct ways w;
        struct subject_options options = subject_default_options();
        options.integrator.method = method[k];
        options.integrator.accuracy = 1e-7;
        open_ways(&w, m, &options);
        cr_assert(w.direct.run(w.direct.self, 0.013, 0.7) == 0);
        cr_assert(w.foreign.run(w.foreign.self, 0.013, 0.7) == 0);
        expect_same(&w, method_names[k], k);
        cr_assert(w.direct.run(w.direct.self, 0.0078125, 1) == 0);
        cr_assert(w.foreign.run(w.foreign.self, 0.0078125, 1) == 0);
        expect_same(&w, method_names[k], k);
        close_ways(&w);
    }
}

/* N has one column, so that the bench's N+ is the model's: without a formula for it fast
 * solves the least-squares problem in its own way, and the norm's last bits are others. */
static const char spinner_model[] = "position c = 0.8, s = 0.6\n"
                                    "velocity w = 0.37\n"
                                    "state z = 0.25\n"
                                    "c' = -s*w\n"
                                    "s' = c*w\n"
                                    "w' = -1.37*s - 0.29*w*w + z\n"
                                    "z' = c*w - 3*z + cos(2*t)\n";

/* The counters say that each decision about a step's size was the same. */
Test(plugin_own, runs_under_error_control_are_those_of_the_direct_way) {
    struct model *m = model_from(spinner_model);
    for (int k = 0; k < 2 * methods; k++) {
        struct ways w;
        struct subject_options options = subject_default_options();
        options.integrator.method = method[k % methods];
        options.integrator.mode = k < methods ? FAST_DEFAULT : FAST_FAITHFUL;
        options.integrator.fixed_step = false;
        options.integrator.accuracy = 1e-5;
        options.integrator.max_step = k % 2 ? 0.0625 : NAN;
        const double longest = k % 2 ? 0.1 : 0.0007; /* the first step's length, too */
        open_ways(&w, m, &options);
        cr_assert(w.direct.run(w.direct.self, longest, 1) == 0);
        cr_assert(w.foreign.run(w.foreign.self, longest, 1) == 0, "%s",
                  w.foreign.why(w.foreign.self));
        expect_same(&w, method_names[k % methods], k);
        expect_same_counters(&w);
        close_ways(&w);
    }
}

/* Where the rates have no value fast tries shorter steps; by the interface it hears of that
 * from the callback. */
Test(plugin_own, rates_that_are_not_finite_are_met_in_the_same_way) {
    struct model *m = model_from("state z = 1\nz' = -sqrt(z) - 0.1/z\nspan 0 .. 1\n");
    for (int k = 0; k < methods; k++) {
        struct ways w;
        struct subject_options options = subject_default_options();
        options.integrator.method = method[k];
        open_ways(&w, m, &options);
        int direct = w.direct.run(w.direct.self, 0.5, 3);
        int foreign = w.foreign.run(w.foreign.self, 0.5, 3);
        cr_expect(direct != 0 && foreign != 0, "%d, %d", direct, foreign);
        cr_expect(fabs(w.direct.time(w.direct.self) - w.foreign.time(w.foreign.self)) <
                  1e-9);
        close_ways(&w);
    }
}

/* A value that is not finite and one that cannot be had are two things. */
Test(plugin_own, a_call_that_fails_is_met_in_the_same_way) {
    struct model *m = model_from(spinner_model);
    for (int k = 0; k < 2; k++) {
        struct ways w;
        struct subject_options options = subject_default_options();
        options.failing_call = 3;
        options.fails_by_nan = k == 1;
        open_ways(&w, m, &options);
        cr_expect(w.direct.step(w.direct.self, 0.0625) != 0);
        cr_expect(w.foreign.step(w.foreign.self, 0.0625) != 0);
        const char *told = w.direct.why(w.direct.self);
        cr_expect(strstr(w.foreign.why(w.foreign.self), told) != NULL, "'%s', not '%s'",
                  w.foreign.why(w.foreign.self), told);
        close_ways(&w);
    }
}

Test(plugin_own, words_and_numbers_that_make_no_sense_are_refused) {
    static const char *const wrong[][2] = {
        {"mode", "fast"},  {"newton", ""},    {"jacobian", "exactly"}, {"accuracy", "-1"},
        {"max-step", "0"}, {"speed", "high"}, {"accuracy", "1e-3x"},
    };
    struct model *m = model_from(coupled_model);
    struct subject_options options = subject_default_options();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct plugin_case c;
        struct subject s;
        struct diagnostic d = {""};
        plugin_case_make(&c, plugin_path("implicit-euler"), wrong[i][0], wrong[i][1],
                         NULL, NULL);
        cr_expect(plugin_open(&c.plugin, m, &options, &s, &d) == SUBJECT_REFUSED);
        cr_expect(strstr(d.text, "has no option '") != NULL, "%s", d.text);
    }
}
