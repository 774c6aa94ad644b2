/* A model as bodies in a scene, by its name.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "mechanism_parts.h"

static const struct {
    const char *family;
    int (*make)(struct mechanism *s, const double *x, const char **why);
} families[] = {
    {"pendulum", mechanism_make_pendulum},
    {"double_pendulum", mechanism_make_double_pendulum},
    {"chain_cartesian", mechanism_make_chain},
    {"cradle", mechanism_make_cradle},
    {"slider_stack", mechanism_make_slider_stack},
    {"spring", mechanism_make_spring},
    {"free_rotation", mechanism_make_free_rotation},
    {"heavy_top", mechanism_make_heavy_top},
    {"bouncing_ball", mechanism_make_bouncing_ball},
    {"rotating_ball", mechanism_make_rotating_ball},
    {"sliding_block", mechanism_make_sliding_block},
    {"brick_stack", mechanism_make_brick_stack},
    {"brick_wall", mechanism_make_brick_wall},
    {"block_on_belt", mechanism_make_block_on_belt},
    {"wedge", mechanism_make_wedge},
    {"wall_pendulum", mechanism_make_wall_pendulum},
    {"rod_on_floor", mechanism_make_rod},
    {"rod_impact", mechanism_make_rod},
    {"woodpecker", mechanism_make_woodpecker},
};
enum { families_count = sizeof families / sizeof *families };

static bool stays_in_the_plane(const struct mechanism *s) {
    bool stays = s->gravity[2] == 0;
    for (int i = 0; i < s->bodies; i++) {
        const struct mechanism_body *b = &s->body[i];
        stays = stays && b->position[2] == 0 && b->velocity[2] == 0 && b->spin[0] == 0 &&
                b->spin[1] == 0 && b->quaternion[1] == 0 && b->quaternion[2] == 0;
    }
    return stays;
}

int mechanism_make(struct mechanism *s, const struct halfstep_system *system,
                   const double *x, const char **why) {
    *why = "no scene of that model";
    s->system = system;
    s->bodies = s->joints = s->springs = s->twists = s->planes = s->tips = 0;
    s->restitution = s->friction = s->static_friction = 0;
    s->component = NULL;
    s->tell = NULL;
    for (int i = 0; i < 3; i++)
        s->gravity[i] = 0;
    for (int i = 0; i < families_count; i++)
        if (strcmp(families[i].family, system->family) == 0) {
            int failed = families[i].make(s, x, why);
            for (int k = 0; k < s->bodies; k++)
                memcpy(s->body[k].told, s->body[k].quaternion, sizeof s->body[k].told);
            s->is_planar = !failed && stays_in_the_plane(s);
            return failed;
        }
    return -1;
}
