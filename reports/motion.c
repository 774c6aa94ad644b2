/* Reading the tables of motion: lines "curve t x y", the numbers between tabs, '-' for one
 * that is not finite.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports/json.h"

enum { LONGEST_LINE = 256, MOST_CURVES = 64 };

void motion_free(struct motion *motion) {
    for (int i = 0; motion && i < motion->curves; i++) {
        free(motion->curve[i].point);
    }
    if (motion) {
        free(motion->curve);
    }
    free(motion);
}

/* The curves that results.json names, without points. */
static struct motion *name_curves(const json_t *curves) {
    size_t count = json_array_size(curves);
    struct motion *motion = calloc(1, sizeof *motion);
    if (motion) {
        motion->curve = calloc(count + 1, sizeof *motion->curve);
    }
    if (!motion || !motion->curve) {
        motion_free(motion);
        return NULL;
    }
    motion->curves = (int)count;
    for (size_t i = 0; i < count; i++) {
        const json_t *curve = json_array_get(curves, i);
        motion->curve[i].name = json_loose_text(curve, "name");
        motion->curve[i].is_over_time =
            strcmp(json_loose_text(curve, "kind"), "time") == 0;
    }
    return motion;
}

static bool add_point(struct motion_curve *curve, struct motion_point point) {
    if (curve->count == curve->room) {
        int room = curve->room ? 2 * curve->room : 1024;
        struct motion_point *grown =
            realloc(curve->point, (size_t)room * sizeof *curve->point);
        if (!grown) {
            return false;
        }
        curve->point = grown;
        curve->room = room;
    }
    curve->point[curve->count++] = point;
    return true;
}

/* The next cell as a number, NaN for '-'; *at behind it. False: it is none. */
static bool read_cell(const char **at, double *value) {
    char *end;
    *value = NAN;
    if (**at == '\t') {
        ++*at;
    }
    if (**at == '-' && strchr("\t\n", (*at)[1])) {
        ++*at;
        return true;
    }
    *value = strtod(*at, &end);
    bool good = end != *at && isfinite(*value) && strchr("\t\n", *end);
    *at = end;
    return good;
}

enum line { LINE_GOOD, LINE_BAD, LINE_NO_MEMORY };

static enum line read_line(struct motion *motion, const char *line) {
    double cell[4];
    for (int i = 0; i < 4; i++) {
        if (!read_cell(&line, &cell[i])) {
            return LINE_BAD;
        }
    }
    int curve = cell[0] >= 0 && cell[0] < motion->curves ? (int)cell[0] : -1;
    if (curve < 0 || *line != '\n' || isnan(cell[1])) {
        return LINE_BAD;
    }
    bool broken = isnan(cell[2]) || isnan(cell[3]);
    struct motion_point point = {cell[1], broken ? NAN : cell[2], broken ? NAN : cell[3]};
    return add_point(&motion->curve[curve], point) ? LINE_GOOD : LINE_NO_MEMORY;
}

/* *motion is freed and NULL where the table is not as it has to be. */
static bool read_table(struct motion **motion, FILE *file) {
    char line[LONGEST_LINE];
    enum line read = LINE_GOOD;
    while (read == LINE_GOOD && fgets(line, sizeof line, file)) {
        read = line[0] == '#' ? LINE_GOOD : read_line(*motion, line);
    }
    if (read != LINE_GOOD || ferror(file)) {
        motion_free(*motion);
        *motion = NULL;
    }
    return read != LINE_NO_MEMORY;
}

static bool read_model_motion(struct report_model *model, const char *folder) {
    const json_t *curves = json_object_get(model->motion, "curves");
    const char *table = json_loose_text(model->motion, "table");
    struct text path = {0};
    if (json_array_size(curves) == 0 || json_array_size(curves) > MOST_CURVES ||
        table[0] == '\0' || strchr(table, '/')) {
        return true;
    }
    text_format(&path, "%s/tables/%s", folder, table);
    FILE *file = fopen(text_bytes(&path), "r");
    bool good = !text_failed(&path);
    if (file && good) {
        model->drawn = name_curves(curves);
        good = model->drawn && read_table(&model->drawn, file);
    }
    if (file) {
        fclose(file);
    }
    text_clear(&path);
    return good;
}

bool motion_read(struct results *r, const char *folder) {
    bool good = true;
    for (int i = 0; i < r->models && good; i++) {
        good = read_model_motion(&r->model[i], folder);
    }
    return good;
}
