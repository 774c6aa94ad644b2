/* An engine on the bench, as tests use it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/engines/bench.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/integrators/initial.h"
#include "harness/integrators/subject_options.h"
#include "problems/catalogue.h"
#include "problems/model.h"

enum { most_settings = 8, longest_setting = 64, seconds = 20 };

struct model *engine_model(const char *model, const char *const *settings) {
    struct setting setting[most_settings];
    char text[most_settings][longest_setting];
    int count = 0;
    for (; settings != NULL && settings[count] != NULL; count++) {
        strcpy(text[count], settings[count]);
        char *value = strchr(text[count], '=');
        *value = '\0';
        setting[count] = (struct setting){text[count], value + 1};
    }
    struct catalogue *catalogue;
    struct model *m;
    struct diagnostic d = {""};
    cr_assert(catalogue_open(&catalogue, HALFSTEP_MODELS, &d) == PROBLEM_OK, "%s",
              d.text);
    cr_assert(catalogue_read(catalogue, model, count, setting, &m, &d) == PROBLEM_OK,
              "%s", d.text);
    catalogue_free(catalogue);
    return m;
}

void engine_case_open(struct engine_case *c, const char *place, const char *model,
                      const char *const *settings, const char *option,
                      const char *value) {
    const struct subject_options options = subject_default_options();
    struct diagnostic d = {""};
    c->m = engine_model(model, settings);
    c->option = (struct plugin_option){option, value};
    c->plugin = (struct plugin){.place = place,
                                .name = "it",
                                .options = &c->option,
                                .options_count = option != NULL,
                                .is_engine = true,
                                .seconds_limit = seconds};
    cr_assert(plugin_open(&c->plugin, c->m, &options, &c->subject, &d) == 0, "%s",
              d.text);
}

const double *engine_case_run(struct engine_case *c, double h, int steps) {
    struct diagnostic d = {""};
    double t, *x = calloc((size_t)(c->m->nq + c->m->nv + c->m->nz) + 1, sizeof *x);
    cr_assert(x != NULL && initial_in_double(c->m, &t, x, &d) == 0, "%s", d.text);
    cr_assert(c->subject.start(c->subject.self, t, x) == 0);
    for (int i = 0; i < steps; i++)
        cr_assert(c->subject.step(c->subject.self, h) == 0, "%s",
                  c->subject.why(c->subject.self));
    return c->subject.state(c->subject.self);
}

void engine_expect_fall(const char *place, const char *const *settings,
                        const char *option, const char *value, int later,
                        struct engine_near near) {
    const double h = 0x1p-7, g = 9.81;
    const int n = 32;
    struct engine_case c;
    engine_case_open(&c, place, "bouncing_ball", settings, option, value);
    const double *x = engine_case_run(&c, h, n);
    cr_expect(fabs(x[0] - (1 - g * h * h * n * (n + later) / 2)) < near.position,
              "%s: %.17g", value == NULL ? place : value, x[0]);
    cr_expect(fabs(x[1] + g * h * n) < near.velocity, "%s: %.17g",
              value == NULL ? place : value, x[1]);
}

void engine_expect_spring(const char *place, const char *option, const char *value,
                          double near) {
    static const char *const unit[] = {"m=1", "k=4", "x0=0.5", "v0=0", NULL};
    const double h = 0x1p-4, first = 0.5 - h * h * 4 * 0.5;
    struct engine_case c;
    engine_case_open(&c, place, "spring", unit, option, value);
    const double *x = engine_case_run(&c, h, 2);
    cr_expect(fabs(x[0] - ((2 - h * h * 4) * first - 0.5)) < near, "%.17g", x[0]);
}

void engine_expect_swing(const char *place, double near) {
    const double h = 0x1p-8, g = 9.81;
    double a = 2, w = 0;
    struct engine_case c;
    engine_case_open(&c, place, "pendulum", NULL, NULL, NULL);
    const double *x = engine_case_run(&c, h, 256);
    for (int i = 0; i < 256; i++) {
        w -= h * g * sin(a);
        a += h * w;
    }
    cr_expect(fabs(x[0] - a) < near, "%.17g, not %.17g", x[0], a);
    cr_expect(fabs(x[1] - w) < near, "%.17g, not %.17g", x[1], w);
}
