/* What the league does to settings and to long states.
 *
 * Seen to fail: a setting that is set already set again; one that is not declared given;
 * velocities not moved together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "harness/league/league.h"
#include "harness/league/measures.h"
#include "harness/tests/engines/bench.h"
#include "problems/model.h"

static struct league_engine choose(const char *set, const char *option) {
    static struct league_engine from, to;
    from = (struct league_engine){
        .declared =
            json_pack("{s:[{s:s, s:s}, {s:s, s:s}]}", "settings", "name", "solver",
                      "values", "step|quick", "name", "space", "values", "simple|hash")};
    if (set != NULL)
        from.option[from.plugin.options_count++] = (struct plugin_option){"solver", set};
    league_engine_choose(&to, &from, option);
    return to;
}

Test(league_choice, a_scene_sets_what_an_engine_has_and_nobody_has_set) {
    cr_expect_str_eq(choose(NULL, "solver=quick space=hash").options,
                     "solver=quick space=hash");
    cr_expect_str_eq(choose(NULL, "solver=qui space=hash mass=2").options, "space=hash");
    cr_expect_str_eq(choose("step", "solver=quick").options, "");
    cr_expect_str_eq(choose(NULL, NULL).options, "");
}

/* A subject that tells the state that it was given, and the model's energy with one velocity's
 * share in it larger by 1 kg. */
struct fake {
    struct model *m;
    double *x;
    int heavier; /* -1: none */
};

static int start(void *self, double t, const double *x) {
    struct fake *f = self;
    const size_t nx = (size_t)(f->m->nq + f->m->nv);
    (void)t;
    memcpy(f->x, x, nx * sizeof *x);
    return 0;
}

static const double *state(void *self) {
    const struct fake *f = self;
    return f->x;
}

static double energy(void *self) {
    const struct fake *f = self;
    const double more = f->heavier < 0 ? 0 : f->x[f->heavier];
    return league_model_energy(f->m, f->x) + more * more / 2;
}

/* 110 bricks, of whose 1430 components every sixteenth is moved alone. */
Test(league_choice, one_body_of_many_that_is_not_the_model_s_is_seen) {
    static const char *const large[] = {"rows=10", "columns=11", NULL};
    struct fake f = {.m = engine_model("brick_wall", large), .heavier = -1};
    const int nx = f.m->nq + f.m->nv;
    double *x = calloc((size_t)nx, sizeof *x);
    f.x = calloc((size_t)nx, sizeof *f.x);
    struct subject s = {.self = &f, .start = start, .state = state, .energy = energy};
    cr_assert(x != NULL && f.x != NULL && nx == 1430);
    for (int i = 0; i < f.m->nq; i += 7)
        x[i] = 1;
    cr_expect(league_equivalence(&s, f.m, x) < 1e-14);
    f.heavier = nx - 1;
    cr_assert((nx - 1) % 16 != 0);
    cr_expect(league_equivalence(&s, f.m, x) > 1e-5, "%g",
              league_equivalence(&s, f.m, x));
}
