/* Time against the error reached on one problem: our methods first, then each peer, from runs
 * that took turns.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/work_figure.h"

#include <string.h>

#include "reports/side.h"

static bool is_first_of_problem(const struct speed *speed, int number) {
    for (int i = 0; i < number; i++) {
        if (strcmp(speed->peer[i].problem, speed->peer[number].problem) == 0) {
            return false;
        }
    }
    return true;
}

/* Ours have one colour, each of them a dash of its own; peers have the others. */
static struct peer_look choose_look(const struct work_figure *f, int all_ours,
                                    bool ours) {
    static const enum figure_shape shapes[] = {
        SHAPE_CIRCLE, SHAPE_DIAMOND, SHAPE_TRIANGLE, SHAPE_SQUARE, SHAPE_TRIANGLE_DOWN};
    static const char *const dashes[] = {"solid", "(5,3)", "(2,2)", "(8,3,2,3)"};
    const int colours = COLOUR_FIFTH - COLOUR_FIRST;
    int peer = f->count - all_ours;
    return ours ? (struct peer_look){COLOUR_FIRST, shapes[f->count % 5],
                                     dashes[f->count % 4]}
                : (struct peer_look){(enum figure_colour)(COLOUR_SECOND + peer % colours),
                                     shapes[(peer + 1) % 5], dashes[peer / colours % 4]};
}

/* Ours of an entry, or the peer's; *all_ours counts curves of ours. */
static void add_side(struct work_figure *f, const struct speed_peer *p, bool ours,
                     int *all_ours) {
    struct peer_look look = choose_look(f, *all_ours, ours);
    struct text label = {0};
    if (ours) {
        text_add(&label, "ours: ");
        side_name(&label, &(struct side){p->method, ""}, true);
    } else {
        text_add(&label, p->peer);
    }
    work_figure_add(f, ours ? p->curve : p->peer_curve, "seconds", 1, text_bytes(&label),
                    &look);
    *all_ours = ours ? f->count : *all_ours;
    text_clear(&label);
}

static void add_curves(struct work_figure *f, const struct speed *speed, int number) {
    int all_ours = 0;
    for (int pass = 0; pass < 2; pass++) { /* ours are drawn first */
        for (int i = number; i < speed->peers; i++) {
            const struct speed_peer *p = &speed->peer[i];
            if (strcmp(p->problem, speed->peer[number].problem) == 0) {
                add_side(f, p, pass == 0, &all_ours);
            }
        }
    }
}

int plot_peer_work_height(const struct speed *speed, int number) {
    struct work_figure f = {.chart = {.left = 1, .right = 0}};
    add_curves(&f, speed, number);
    int height = work_figure_height(&f);
    work_figure_clear(&f);
    return height;
}

bool plot_peer_work(struct text *script, const struct speed *speed, int number) {
    struct work_figure f = {.chart = {.left = 1, .right = 0}};
    bool any = false;
    if (is_first_of_problem(speed, number)) {
        add_curves(&f, speed, number);
        any = work_figure_draw(script, &f);
    }
    work_figure_clear(&f);
    return any;
}
