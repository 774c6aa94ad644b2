/* Whether everything that is allocated for steppers with contacts is given back, also when any
 * one allocation fails, and that steps allocate nothing: a program of its own, as one that
 * forks cannot tell. The linker sends its calls, and the library's, of the allocation
 * functions through counted_blocks.c (--wrap).
 *
 * Seen to fail: the patterns' copies not freed; one array of the trial not freed; a step that
 * allocates.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/tests/brick_piles.h"
#include "fast/tests/contact_bodies.h"
#include "fast/tests/contact_plane.h"
#include "fast/tests/counted_blocks.h"

/* Systems: a point that bounces, one on a rod, sliders on a floor, two bricks, piles of bricks that
 * three threads share. */
enum { system_count = 5, choice_count = 6 };
static struct brick_piles piles;
static struct plane plane;
static struct sliders sliders = {.n = 14,
                                 .has_floor = true,
                                 .g = 9.81,
                                 .width = 1,
                                 .mass = {1, 2, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
static struct bodies bricks = {
    .n = 2, .half = {0.5, 0.25, 0.3}, .mass = {1.37, 0.8}, .gravity = {0, -9.81, 0}};

static struct integrator_system find_system(int i, double *x) {
    static const double flying[4] = {0, 0.02, 1, -1},
                        swinging[4] = {0.8, -0.6, -0.6, -0.8};
    static double centre[2][3] = {{0, 0.2501, 0}, {0.1, 0.7502, 0.05}};
    if (i == 4) {
        for (int k = 0; k < 13 * piles.bricks; k++)
            x[k] = piles.x[k] + (k == 13 * piles.bricks - 2 ? 0.1 : 0);
        return piles.system;
    }
    plane = (struct plane){.m = 1.37, .g = {0, -9.81}, .restitution = 0.5};
    if (i < 2) {
        for (int k = 0; k < 4; k++)
            x[k] = i == 0 ? flying[k] : swinging[k];
        plane.floor = i == 0 ? 0 : -0.61;
        return i == 0 ? plane_point(&plane) : plane_swing(&plane);
    }
    struct integrator_system system =
        i == 2 ? sliders_system(&sliders) : bodies_system(&bricks);
    set_contact_laws(&system, i == 2 ? 0 : 0.5, 0.5, 0.4);
    for (int k = 0; k < 28; k++)
        x[k] = k < 14 ? k + 0.5001 : 0;
    if (i == 3)
        bodies_place(&bricks, centre, x);
    return system;
}

/* Proximal, PLUS and PGS in default mode, the last also under error control; faithful PLUS
 * and PGS. */
static struct integrator_options choose(int i) {
    struct integrator_options options = contact_default_options();
    if (i >= 4)
        options = contact_faithful_options(1e-3);
    else if (i < 3)
        options.fixed_step = true, options.step = 1e-3;
    options.accuracy = 1e-2;
    options.solver =
        (enum contact_method[]){CONTACT_PROXIMAL, CONTACT_PLUS, CONTACT_PGS,
                                CONTACT_PROXIMAL, CONTACT_PLUS, CONTACT_PGS}[i];
    return options;
}

/* Allocates, steps, and frees, the `which`th allocation failing (0: none). Returns how many
 * allocations there were. */
static int live(int trial, int which) {
    const int i = trial / choice_count, choice = trial % choice_count;
    double x[MOST_STATES];
    const struct integrator_system system = find_system(i, x);
    struct integrator_options options = choose(choice);
    options.threads = i == 4 ? 3 : 1;
    contact_stepper *c;
    allocations = 0;
    failing = which;
    enum fast_status status = contact_alloc(&c, &system, &options);
    failing = 0;
    if (choice >= 4 && i == 1) {
        expect(status == FAST_BAD_OPTION && blocks == 0, "joints are taken");
        return 0;
    }
    if (status != FAST_OK) {
        expect(which > 0 && status == FAST_NO_MEMORY, "it fails otherwise");
        expect(c == NULL && blocks == 0, "a block is lost");
        return allocations;
    }
    const int needed = allocations;
    status = contact_start(c, 0, x);
    if (status == FAST_OK && which == 0)
        status = contact_run(c, 0.02);
    expect(status == FAST_OK, fast_status_text(status));
    expect(allocations == needed, "a step allocates");
    contact_free(c);
    expect(blocks == 0, "a block is lost");
    return needed;
}

int main(void) {
    brick_piles_open(&piles, 4, 1, false);
    blocks = 0; /* those of the piles are not counted */
    const int status = live_all(system_count * choice_count, live);
    brick_piles_close(&piles);
    return status;
}
