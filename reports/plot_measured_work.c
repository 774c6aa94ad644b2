/* Time of a run against the relative error at its end, on one model: a curve for each method
 * and kind (fixed steps or error control) in default mode, from results "work-precision"
 * whose points give nanoseconds of a run.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/work_figure.h"

#include <string.h>

#include "reports/json.h"
#include "reports/side.h"

static const double nanosecond = 1e-9;

static void add_result(struct work_figure *f, const json_t *result) {
    static const enum figure_shape shapes[] = {
        SHAPE_CIRCLE, SHAPE_DIAMOND, SHAPE_TRIANGLE, SHAPE_SQUARE, SHAPE_TRIANGLE_DOWN};
    static const char *const dashes[] = {"solid", "(5,3)", "(2,2)", "(8,3,2,3)"};
    const char *kind = json_loose_text(result, "kind");
    struct peer_look look = {(enum figure_colour)(COLOUR_FIRST + f->count % 5),
                             shapes[f->count % 5], dashes[f->count / 5 % 4]};
    struct side side = {json_loose_text(result, "method"), ""};
    struct text label = {0};
    side_name(&label, &side, true);
    text_add(&label, kind[0] ? ", " : "");
    text_add(&label, kind);
    work_figure_add(f, speed_array(result, "points"), "value", nanosecond,
                    text_bytes(&label), &look);
    text_clear(&label);
}

static void add_results(struct work_figure *f, const struct speed *speed, int number) {
    const json_t *results = speed_array(speed->document, "results");
    const char *model = speed->work_model[number];
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        if (speed_is_work(result) &&
            strcmp(json_loose_text(result, "model"), model) == 0) {
            add_result(f, result);
        }
    }
}

int plot_measured_work_height(const struct speed *speed, int number) {
    struct work_figure f = {.chart = {.left = 1, .right = 0}};
    add_results(&f, speed, number);
    int height = work_figure_height(&f);
    work_figure_clear(&f);
    return height;
}

bool plot_measured_work(struct text *script, const struct speed *speed, int number) {
    struct work_figure f = {.chart = {.left = 1, .right = 0}};
    add_results(&f, speed, number);
    bool any = work_figure_draw(script, &f);
    work_figure_clear(&f);
    return any;
}
