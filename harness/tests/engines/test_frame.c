/* The same scene elsewhere: what is seen from its own axes is what was there, gaps and energy
 * are the same, and the world is another one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "engine_settings.h"
#include "frame.h"

static const struct halfstep_setting *const known = frame_settings;

/* Two bodies and a slope in space. */
static struct mechanism some(void) {
    struct mechanism s = {.bodies = 2,
                          .planes = 1,
                          .gravity = {1.5, -9, 0.5},
                          .plane = {{{0.6, 0.8, 0}, 0.3}}};
    for (int i = 0; i < 2; i++)
        s.body[i] = (struct mechanism_body){.mass = 2 + i,
                                            .inertia = {1, 2, 3 + i},
                                            .position = {0.1 + i, 0.7, -0.4},
                                            .quaternion = {0.5, -0.1, 0.7, 0.5},
                                            .velocity = {1, -2, 3 + i},
                                            .spin = {-0.3, 0.4, 0.9 + i}};
    return s;
}

static double gap(const struct mechanism *s, const struct mechanism_body *b) {
    const double *n = s->plane[0].normal, *r = b->position;
    return n[0] * r[0] + n[1] * r[1] + n[2] * r[2] - s->plane[0].offset;
}

/* A point of the body, by which its quaternion is told. */
static double depth_of_a_point(const struct mechanism *s, const struct mechanism_body *b,
                               double side) {
    const double on_body[] = {0.2 * side, 0.3, -0.5};
    struct mechanism_body at = *b;
    mechanism_point(b, on_body, at.position);
    return gap(s, &at);
}

static void expect_same(const double *a, const double *b, int n, const char *what) {
    for (int k = 0; k < n; k++)
        cr_expect(fabs(a[k] - b[k]) < 1e-12, "%s[%d]: %g, %g", what, k, a[k], b[k]);
}

static void check(const char *name, const char *value, double side, int first) {
    struct engine_settings chosen = {.known = known};
    struct mechanism scene = some(), placed, seen = some();
    const char *why = "";
    cr_assert(engine_set(&chosen, name, value) == 0);
    cr_assert(frame_place(&placed, &scene, &chosen, &why) == 0, "%s", why);
    const struct mechanism_body *b = &placed.body[first];
    cr_expect(fabs(gap(&placed, b) - gap(&scene, &scene.body[0])) < 1e-12);
    cr_expect(fabs(depth_of_a_point(&placed, b, side) -
                   depth_of_a_point(&scene, &scene.body[0], 1)) < 1e-12,
              "%s", value);
    double apart = 0, lifted = 0;
    for (int k = 0; k < 3; k++) {
        apart += fabs(b->position[k] - scene.body[0].position[k]);
        lifted +=
            strcmp(value, "moved") == 0 && k < 1 ? -1000 * 5 * placed.gravity[k] : 0;
    }
    cr_expect(apart > 0.1 || first > 0, "%s: another world", value);
    cr_expect(fabs(mechanism_energy(&placed) - mechanism_energy(&scene) - lifted) < 1e-9,
              "%s: %g", value, mechanism_energy(&placed) - mechanism_energy(&scene));
    memset(seen.body, 0, sizeof seen.body);
    frame_see(&seen, &placed, &chosen);
    for (int i = 0; i < 2; i++) {
        expect_same(seen.body[i].position, scene.body[i].position, 3, "position");
        expect_same(seen.body[i].quaternion, scene.body[i].quaternion, 4, "quaternion");
        expect_same(seen.body[i].velocity, scene.body[i].velocity, 3, "velocity");
        expect_same(seen.body[i].spin, scene.body[i].spin, 3, "spin");
        expect_same(seen.body[i].inertia, scene.body[i].inertia, 3, "inertia");
    }
}

Test(frame, a_scene_is_the_same_from_its_own_axes) {
    check("frame", "moved", 1, 0);
    check("frame", "turned", 1, 0);
    check("frame", "mirrored", -1, 0);
    check("order", "reversed", 1, 1);
}

/* By hand: a spin about x stays in the mirror of x, one about z turns around. */
Test(frame, a_mirror_turns_a_spin_about_its_plane_around) {
    struct engine_settings chosen = {.known = known};
    struct mechanism scene = some(), placed;
    const char *why = "";
    cr_assert(engine_set(&chosen, "frame", "mirrored") == 0);
    cr_assert(frame_place(&placed, &scene, &chosen, &why) == 0);
    const double velocity[] = {-1, -2, 3}, spin[] = {-0.3, -0.4, -0.9};
    expect_same(placed.body[0].velocity, velocity, 3, "velocity");
    expect_same(placed.body[0].spin, spin, 3, "spin");
}

Test(frame, a_spring_and_an_order_of_joints_stay_as_they_are) {
    struct engine_settings chosen = {.known = known};
    struct mechanism scene = some(), placed;
    const char *why = "";
    scene.springs = 1;
    cr_assert(engine_set(&chosen, "frame", "moved") == 0);
    cr_expect(frame_place(&placed, &scene, &chosen, &why) != 0 &&
              strstr(why, "spring") != NULL);
    scene = some();
    scene.joints = 1;
    chosen = (struct engine_settings){.known = known};
    cr_assert(engine_set(&chosen, "order", "reversed") == 0);
    cr_expect(frame_place(&placed, &scene, &chosen, &why) != 0 &&
              strstr(why, "joints") != NULL);
}
