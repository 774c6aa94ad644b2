/* Which model of the catalogue a recorded scene of Simbody is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/simbody_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/model.h"

/* A parameter that is the record's number, one of an array, that with something behind it, or a
 * text. */
#define NUMBER(name, member) ITEM(name, member, 0)
#define ITEM(name, member, index) TIMES(name, member, index, "")
/* clang-format off */
#define TIMES(name, member, index, text) {name, member, index, text}
#define TEXT(name, text) {name, NULL, 0, text}
/* How states are recorded, most often. */
#define COORDINATES {{"q", 0, OF_Q, false, 1}, {"u", 0, OF_V, false, 1}}
/* Of each free body in a stack the height, which follows its quaternion and x. */
#define BODIES {{"height", 5, OF_Q, false, 7}, {"top_pos", SIMBODY_LAST_PLACE, OF_Q, false, 1}}
#define LEVELS {{"normal_force_per_level", 0, OF_LOAD, true, 1}}
/* clang-format on */

const struct simbody_scene simbody_scenes[] = {
    {"unconstrained",
     "spring",
     NULL,
     "spring_damper",
     {NUMBER("m", "m"), NUMBER("k", "k"), NUMBER("c", "c"), NUMBER("x0", "q0"),
      NUMBER("v0", "u0")},
     COORDINATES,
     COORDINATES},
    {"unconstrained",
     "pendulum_angle",
     NULL,
     "damped_pendulum",
     {NUMBER("m", "m"), NUMBER("l", "L"), NUMBER("g", "g"), NUMBER("c", "damping"),
      NUMBER("a", "q0"), NUMBER("w", "u0"), TEXT("drag", "0")},
     COORDINATES,
     COORDINATES},
    {"unconstrained",
     "free_rotation_quaternion",
     NULL,
     "free_rotation_simbody",
     {ITEM("I1", "inertia_diag", 0), ITEM("I2", "inertia_diag", 1),
      ITEM("I3", "inertia_diag", 2), ITEM("a", "w0", 0), ITEM("b", "w0", 1),
      ITEM("c", "w0", 2)},
     COORDINATES,
     COORDINATES},
    {"constrained",
     "pendulum_rod",
     NULL,
     "rod_pendulum",
     {NUMBER("a0", "start_angle")},
     COORDINATES,
     COORDINATES},
    {"ball",
     "bouncing_ball",
     NULL,
     "bouncing_ball",
     {NUMBER("m", "m"), NUMBER("g", "g"), NUMBER("e", "COR"), NUMBER("z0", "q0"),
      NUMBER("v0", "u0")},
     COORDINATES,
     {{"q_end", 0, OF_Q, false, 1}, {"u_end", 0, OF_V, false, 1}}},
    /* Positions and velocities of a free body follow its quaternion and its rotation. */
    {"block",
     "",
     NULL,
     "sliding_block",
     {TEXT("slider", "2"), NUMBER("m", "m"), NUMBER("g", "g"),
      NUMBER("slope", "incline_rad"), ITEM("a", "half_dims", 0),
      ITEM("b", "half_dims", 1), ITEM("c", "half_dims", 2), NUMBER("mu_s", "mu_s"),
      NUMBER("mu_d", "mu_d"), ITEM("u0", "v0", 0), ITEM("s0", "v0", 2)},
     {{"x", 4, OF_Q, false, 1}, {"w", 0, OF_V, false, 1}, {"v", 3, OF_V, false, 1}},
     {{"x_end", 4, OF_Q, false, 1}, {"v_end", 3, OF_V, false, 1}}},
    /* Masses are 1, but the topmost one, or those of every other disc. */
    {"stack",
     "stack",
     "slider_1d_frictionless",
     "slider_stack",
     {NUMBER("n", "n"), NUMBER("g", "g"), NUMBER("e", "COR"),
      NUMBER("gap", "initial_gap"), NUMBER("r", "radius_or_half"),
      ITEM("even", "masses", 1),
      TIMES("top", "masses", SIMBODY_LAST, "/even^((1+(-1)^n)/2)")},
     {{"height", 0, OF_Q, false, 1}},
     LEVELS},
    {"stack",
     "stack",
     "free_spheres_friction",
     "sphere_stack",
     {NUMBER("n", "n"), NUMBER("g", "g"), NUMBER("e", "COR"),
      NUMBER("gap", "initial_gap"), NUMBER("r", "radius_or_half"), NUMBER("mu", "mu"),
      NUMBER("offset", "offset_dx"), ITEM("top", "masses", SIMBODY_LAST)},
     BODIES,
     LEVELS},
    {"stack",
     "stack",
     "free_bricks_4pt_friction",
     "brick_stack",
     {NUMBER("n", "n"), NUMBER("g", "g"), NUMBER("e", "COR"),
      NUMBER("gap", "initial_gap"), NUMBER("b", "radius_or_half"), NUMBER("mu", "mu"),
      NUMBER("offset", "offset_dx"), ITEM("top", "masses", SIMBODY_LAST)},
     BODIES,
     LEVELS},
    {"cradle",
     "rod_two_contacts",
     NULL,
     "rod_flat",
     {NUMBER("m", "m"), NUMBER("s", "half_length"), NUMBER("J", "inertia_com"),
      NUMBER("e", "COR"), NUMBER("left", "v_end1"), NUMBER("right", "v_end2")},
     COORDINATES,
     {{"u_end", 0, OF_V, false, 1}}},
    /* A cylinder with a radius of 1e-6. */
    {"impact",
     "rod_single_contact",
     NULL,
     "rod_impact",
     {NUMBER("m", "m"), NUMBER("s", "half_length"), TEXT("J", "m*(s^2/3+2.5e-13)"),
      NUMBER("e", "COR"), NUMBER("mu", "mu"), TIMES("a0", "theta_deg", 0, "*pi/180"),
      ITEM("u0", "v0_xyw", 0), ITEM("v0", "v0_xyw", 1), ITEM("w0", "v0_xyw", 2)},
     COORDINATES,
     {{"total_normal_impulse", 0, OF_IMPULSES, false, 1}, {"u_end", 0, OF_V, true, 1}}},
    {"cradle",
     "cradle5",
     NULL,
     "cradle",
     {TEXT("n", "5"), NUMBER("e", "COR"), NUMBER("gap", "gap"),
      ITEM("growth", "masses", 1), TIMES("middle", "masses", 2, "/growth^2"),
      ITEM("v[1]", "v0", 0), ITEM("v[2]", "v0", 1), ITEM("v[3]", "v0", 2),
      ITEM("v[4]", "v0", 3), ITEM("v[5]", "v0", 4)},
     COORDINATES,
     {{"u_end", 0, OF_V, false, 1}}},
    {"cradle",
     "cradle3",
     NULL,
     "cradle",
     {TEXT("n", "3"), NUMBER("e", "COR"), NUMBER("gap", "gap"),
      ITEM("middle", "masses", 1), ITEM("v[1]", "v0", 0), ITEM("v[2]", "v0", 1),
      ITEM("v[3]", "v0", 2)},
     COORDINATES,
     {{"u_end", 0, OF_V, false, 1}}},
    {.model = NULL},
};

static bool begins(const char *text, const char *with) {
    return text != NULL && strncmp(text, with, strlen(with)) == 0;
}

const struct simbody_scene *simbody_scene_of(const char *part, const json_t *record) {
    const char *name = json_string_value(json_object_get(record, "case"));
    const char *kind = json_string_value(json_object_get(record, "kind"));
    for (const struct simbody_scene *s = simbody_scenes; s->model != NULL; s++)
        if (strcmp(s->part, part) == 0 && begins(name, s->name) &&
            (s->kind == NULL || (kind != NULL && strcmp(kind, s->kind) == 0)))
            return s;
    return NULL;
}

bool simbody_is_first(const struct simbody_scene *scene) {
    for (const struct simbody_scene *s = simbody_scenes; s != scene; s++)
        if (strcmp(s->model, scene->model) == 0)
            return false;
    return true;
}

double simbody_scene_number(const json_t *record, const char *member, int index) {
    const json_t *value = json_object_get(record, member);
    const size_t count = json_array_size(value);
    if (count > 0)
        value = json_array_get(value, index == SIMBODY_LAST || (size_t)index >= count
                                          ? count - 1
                                          : (size_t)index);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

const char *simbody_read_settings(struct simbody_settings *values,
                                  struct setting *setting,
                                  const struct simbody_scene *scene,
                                  const json_t *record) {
    const struct simbody_parameter *p = scene->parameter;
    int i = 0;
    for (; i < SIMBODY_MOST_PARAMETERS && p[i].name != NULL; i++) {
        char *text = values->value[i];
        const double number = p[i].member == NULL
                                  ? 0
                                  : simbody_scene_number(record, p[i].member, p[i].index);
        if (!isfinite(number))
            return p[i].member;
        if (p[i].member == NULL)
            snprintf(text, SIMBODY_VALUE_ROOM, "%s", p[i].times);
        else
            snprintf(text, SIMBODY_VALUE_ROOM, "(%.17g)%s", number, p[i].times);
        setting[i] = (struct setting){p[i].name, text};
    }
    values->count = i;
    return NULL;
}
