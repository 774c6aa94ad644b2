/* Scenes as bodies: a state goes there and back, and the bodies' energy is the model's, which
 * has the masses, the moments of inertia, the places and the velocities in it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "harness/integrators/bind/bind_function.h"
#include "harness/plugin/guest/guest_system.h"
#include "harness/tests/engines/bench.h"

#include "mechanism.h"
#include "problems/model.h"

static const char even[] = "mu_s=0.3", *const block[] = {even, "mu_d=0.3", "mu_v=0",
                                                         NULL};
static const char *const right_angle[] = {"half=pi/4", NULL};
static const struct {
    const char *model;
    const char *const *settings;
} models[] = {
    {"pendulum_generic", NULL},
    {"pendulum_over", NULL},
    {"double_pendulum_generic", NULL},
    {"spring", NULL},
    {"free_rotation", NULL},
    {"free_rotation_simbody", NULL},
    {"heavy_top_generic", NULL},
    {"heavy_top_simo_wong", NULL},
    {"bouncing_ball_generic", NULL},
    {"rotating_ball_generic", NULL},
    {"sliding_block_generic", block},
    {"brick_stack_generic", NULL},
    {"brick_stack10", NULL},
    {"chain_cartesian", NULL},
    {"chain_cartesian10", NULL},
    {"cradle_generic", NULL},
    {"cradle_growing", NULL},
    {"brick_wall_generic", NULL},
    {"wedge_generic", right_angle},
    {"wall_pendulum_generic", NULL},
    {"painleve_rod", NULL},
    {"rod_impact_generic", NULL},
    {"woodpecker_bodies", NULL},
};
enum { models_count = sizeof models / sizeof *models };

struct built {
    struct model *m;
    struct activity *activity;
    struct guest_system system;
    struct bind_function energy;
    struct mechanism scene;
};

static void build(struct built *b, int i) {
    struct diagnostic d = {""};
    b->m = engine_model(models[i].model, models[i].settings);
    b->activity = activity_alloc(1);
    modes_keep(&b->activity->modes);
    cr_assert(guest_system_init(&b->system, b->m, b->activity, &d) == 0, "%s", d.text);
    cr_assert(guest_constrained_make(&b->system, &d) == 0, "%s", d.text);
    for (int k = 0; k < b->m->invariants; k++)
        if (strcmp(b->m->invariant[k].name, "energy") == 0)
            cr_assert(
                bind_function_make(&b->energy, b->m->graph,
                                   model_program(b->m, 1, &b->m->invariant[k].value)) ==
                PROBLEM_OK);
    cr_assert(b->energy.program != NULL, "%s has no energy", models[i].model);
}

static double energies_apart(struct built *b, const double *x) {
    const double t = 0;
    const char *why;
    double energy;
    cr_assert(mechanism_make(&b->scene, &b->system.system, x, &why) == 0, "%s", why);
    bind_function_run(&b->energy, &t, x, &energy);
    return mechanism_energy(&b->scene) - energy;
}

/* A chain with rods at angles and turning, by the model's formulas: ends add up from rod to rod. */
static void move_chain(const struct halfstep_system *s, double *x, int round) {
    const int n = s->nq / 2;
    double end[4] = {0, 0, 0, 0};
    for (int i = 0; i < n; i++) {
        const double a = 0.7 + sin(1 + 3 * i + 7 * round), w = cos(2 * i + 5 * round);
        const double l = halfstep_number_of(s, "l");
        const double more[] = {l * sin(a), -l * cos(a), l * cos(a) * w, l * sin(a) * w};
        static const char names[] = "xyuv";
        for (int k = 0; k < 4; k++) {
            char name[16];
            snprintf(name, sizeof name, "%c[%d]", names[k], i + 1);
            end[k] += more[k];
            x[halfstep_place_of(s, name)] = end[k];
        }
    }
}

/* A state near x, with quaternions of length 1; heavy_top's is not declared. */
static void move(const struct halfstep_system *s, double *x, int round) {
    if (strcmp(s->family, "chain_cartesian") == 0) {
        move_chain(s, x, round);
        return;
    }
    /* A rod keeps its angle: the end that strikes is the lower one. */
    for (int i = strncmp(s->family, "rod_", 4) == 0; i < s->nq + s->nv; i++)
        x[i] += 0.37 * sin(1 + 3 * i + 7 * round);
    static const int first[] = {0, 1, 2, 3};
    const bool is_top = strcmp(s->family, "heavy_top") == 0;
    for (int k = 0; k < (is_top ? 1 : s->quaternions); k++) {
        const int *place = is_top ? first : s->quaternion + 4 * k;
        double length = 0;
        for (int i = 0; i < 4; i++)
            length += x[place[i]] * x[place[i]];
        for (int i = 0; i < 4; i++)
            x[place[i]] /= sqrt(length);
    }
}

Test(mechanism, a_state_goes_to_bodies_and_back) {
    for (int i = 0; i < models_count; i++) {
        struct built b = {.m = NULL};
        const char *why;
        build(&b, i);
        const int nx = b.m->nq + b.m->nv;
        double *x = calloc(2 * (size_t)nx, sizeof *x), *told = x + nx;
        memcpy(x, b.system.system.initial, (size_t)nx * sizeof *x);
        move(&b.system.system, x, i);
        cr_assert(mechanism_make(&b.scene, &b.system.system, x, &why) == 0, "%s", why);
        mechanism_tell(&b.scene, told);
        for (int k = 0; k < nx; k++)
            cr_expect(fabs(told[k] - x[k]) <= 1e-14 * fmax(1, fabs(x[k])),
                      "%s: %s is %.17g, not %.17g", models[i].model, b.m->state[k],
                      told[k], x[k]);
    }
}

Test(mechanism, the_bodies_have_the_models_energy_but_for_a_constant) {
    for (int i = 0; i < models_count; i++) {
        struct built b = {.m = NULL};
        build(&b, i);
        const int nx = b.m->nq + b.m->nv;
        double *x = calloc((size_t)nx, sizeof *x);
        memcpy(x, b.system.system.initial, (size_t)nx * sizeof *x);
        const double constant = energies_apart(&b, x);
        for (int round = 1; round <= 5; round++) {
            move(&b.system.system, x, round);
            const double apart = energies_apart(&b, x);
            const double size = 1 + fabs(mechanism_energy(&b.scene));
            cr_expect(fabs(apart - constant) <= 1e-13 * size, "%s: %g of %g",
                      models[i].model, apart - constant, size);
        }
    }
}

/* Full turns are counted, as the model's angle does it. */
Test(mechanism, an_angle_goes_on_after_half_a_turn) {
    struct built b = {.m = NULL};
    const char *why;
    build(&b, 0);
    double x[2] = {3.1, 0}, told[2];
    cr_assert(mechanism_make(&b.scene, &b.system.system, x, &why) == 0);
    for (int i = 1; i <= 40; i++) {
        const double angle = 3.1 + 0.5 * i;
        b.scene.body[0].quaternion[0] = cos(angle / 2);
        b.scene.body[0].quaternion[3] = sin(angle / 2);
        mechanism_tell(&b.scene, told);
        cr_expect(fabs(told[0] - angle) < 1e-13, "%.17g, not %.17g", told[0], angle);
    }
}

Test(mechanism, a_chain_whose_rods_have_not_their_length_is_refused) {
    struct built b = {.m = NULL};
    const char *why = "";
    int i = 0;
    while (strcmp(models[i].model, "chain_cartesian") != 0)
        i++;
    build(&b, i);
    double x[64];
    memcpy(x, b.system.system.initial, (size_t)(b.m->nq + b.m->nv) * sizeof *x);
    cr_expect(mechanism_make(&b.scene, &b.system.system, x, &why) == 0);
    x[0] += 1e-6;
    cr_expect(mechanism_make(&b.scene, &b.system.system, x, &why) != 0 &&
                  strstr(why, "its length") != NULL,
              "%s", why);
}

/* 46 rows whose lengths grow from one brick by one: 1081. Seen to fail: rows times the first
 * one's length. */
Test(mechanism, a_wall_of_too_many_bricks_is_refused) {
    static const struct halfstep_number number[] = {
        {"rows", 46}, {"columns", 1}, {"rise", 0}};
    const struct halfstep_system system = {
        .family = "brick_wall", .numbers = 3, .number = number};
    const char *why = "";
    struct mechanism *s = calloc(1, sizeof *s);
    cr_assert(s != NULL);
    cr_expect(mechanism_make(s, &system, NULL, &why) != 0);
    cr_expect_str_eq(why, "too many bricks");
}

/* mechanism_make's of the model under settings, with *s. */
static int make(const char *model, const char *const *settings, struct mechanism *s,
                const char **why) {
    struct built b = {.m = engine_model(model, settings)};
    struct diagnostic d = {""};
    b.activity = activity_alloc(1);
    cr_assert(guest_system_init(&b.system, b.m, b.activity, &d) == 0, "%s", d.text);
    return mechanism_make(s, &b.system.system, b.system.system.initial, why);
}

Test(mechanism, what_no_engine_can_have_is_refused_with_a_reason) {
    static const char *const viscous[] = {"mu_v=0.1", NULL};
    struct mechanism s;
    const char *why = "";
    cr_expect(make("sliding_block", viscous, &s, &why) != 0);
    cr_expect(strstr(why, "viscous") != NULL, "%s", why);
    cr_expect(make("woodpecker", NULL, &s, &why) != 0);
    cr_expect(strstr(why, "small angles") != NULL, "%s", why);
}

Test(mechanism, friction_at_rest_is_the_models) {
    static const char *const two[] = {"mu_s=0.5", "mu_d=0.4", NULL}, *const one[] = {
                                                                         "mu_s=0.4",
                                                                         "mu_d=0.4",
                                                                         NULL};
    struct mechanism s;
    const char *why = "";
    cr_assert(make("sliding_block", two, &s, &why) == 0, "%s", why);
    cr_expect(mechanism_has_two_frictions(&s) && fabs(s.static_friction - 0.5) < 1e-15 &&
              fabs(s.friction - 0.4) < 1e-15);
    cr_assert(make("sliding_block", one, &s, &why) == 0, "%s", why);
    cr_expect(!mechanism_has_two_frictions(&s));
}

/* 0.2 s after the start of a belt with 0.5 m/s the block, at rest, and the spring's end have
 * gone 0.1 m backwards along it. */
Test(mechanism, a_belt_is_at_rest_and_the_spring_runs) {
    static const char *const half[] = {"mu_s=0.4", "mu_d=0.4", "belt=1/2", "F=0", NULL};
    struct built b = {.m = engine_model("block_on_belt", half), .scene.time = 0.2};
    struct diagnostic d = {""};
    const char *why = "";
    const double x[] = {0.3, 0.05, 0, -0.7};
    double told[4];
    b.activity = activity_alloc(1);
    cr_assert(guest_system_init(&b.system, b.m, b.activity, &d) == 0, "%s", d.text);
    cr_assert(mechanism_make(&b.scene, &b.system.system, x, &why) == 0, "%s", why);
    cr_expect(fabs(b.scene.body[0].position[0] - 0.2) < 1e-15);
    cr_expect(fabs(b.scene.body[0].velocity[0] + 0.5) < 1e-15);
    cr_expect(fabs(b.scene.friction - 0.4) < 1e-15 && b.scene.planes == 1);
    struct mechanism_spring spring = b.scene.spring;
    cr_expect(fabs(mechanism_pull(&spring, 0.2, 0.1) + 0.3 * 3.7) < 1e-14, "-k x");
    cr_expect(fabs(spring.end + 0.15) < 1e-15, "0.1 s later");
    mechanism_tell(&b.scene, told);
    for (int i = 0; i < 4; i++)
        cr_expect(fabs(told[i] - x[i]) < 1e-15, "%d: %g", i, told[i]);
}
