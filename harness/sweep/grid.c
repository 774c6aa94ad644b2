/* Reading ranges, and their values.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/sweep/grid.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/number.h"
#include "problems/model.h"

enum { LONGEST_NUMBER = 256, DOUBLE_DIGITS = 17 };
static const char range_form[] = "A..B:N, or A..B:log:N";

/* One part of a range, which ends before `end`. */
static int read_part(double *value, const char *text, const char *end, const char *what,
                     struct diagnostic *d) {
    char part[LONGEST_NUMBER];
    const size_t length = (size_t)(end - text);
    if (length == 0 || length >= sizeof part)
        return message_set(d, "%s: expected %s", what, range_form);
    memcpy(part, text, length);
    part[length] = '\0';
    return number_read_double(value, part, what, d);
}

static int read_count(struct grid_axis *axis, const char *text, const char *what,
                      struct diagnostic *d) {
    double count;
    if (number_read_double(&count, text, what, d))
        return -1;
    if (!(count >= 2) || floor(count) != count || count > grid_most_points)
        return message_set(d,
                           "%s: '%s' values: a range has a whole number of them, from 2 "
                           "to %g; --set %s=VALUE sets one",
                           what, text, grid_most_points, axis->name);
    axis->count = (long)count;
    return 0;
}

/* Whether the values are apart by more than rounding makes of them: a few units in the last
 * place of the larger end, or in that of its logarithm. */
static bool is_apart(const struct grid_axis *axis) {
    const double rounding = 4 * DBL_EPSILON, least = 4 * DBL_TRUE_MIN;
    const double smaller = fmin(axis->from, axis->to), gaps = (double)(axis->count - 1);
    const double size = fmax(fabs(axis->from), fabs(axis->to));
    if (!axis->is_log)
        return fabs(axis->to - axis->from) / gaps >= fmax(rounding * size, least);
    const double factor = fabs(log(axis->to / axis->from));
    return factor / gaps >= rounding * fmax(1, factor) &&
           factor / gaps * smaller >= least;
}

static int read_range(struct grid_axis *axis, const char *value, const char *dots,
                      struct diagnostic *d) {
    char what[LONGEST_NUMBER];
    snprintf(what, sizeof what, "--set %.60s=%.120s", axis->name, value);
    const char *colon = strchr(dots, ':');
    if (colon == NULL || strcmp(colon, ":log") == 0)
        return message_set(d, "%s: how many values? Expected %s", what, range_form);
    const bool is_log = strncmp(colon, ":log:", strlen(":log:")) == 0;
    const char *count = colon + (is_log ? strlen(":log:") : 1);
    if (read_part(&axis->from, value, dots, what, d) ||
        read_part(&axis->to, dots + 2, colon, what, d) ||
        read_count(axis, count, what, d))
        return -1;
    if (axis->from == axis->to)
        return message_set(d, "%s: the range is empty: both ends are %g", what, axis->to);
    if (is_log && !(axis->from > 0 && axis->to > 0))
        return message_set(d, "%s: a logarithm needs two positive ends", what);
    const double ratio = is_log ? axis->to / axis->from : 1;
    if (!isfinite(axis->to - axis->from) || !isnormal(ratio))
        return message_set(d, "%s: the ends are too far apart", what);
    axis->is_log = is_log;
    if (!is_apart(axis))
        return message_set(d, "%s: doubles are not fine enough for %ld values", what,
                           axis->count);
    return 0;
}

static int read_axis(struct grid_axis *axis, const struct setting *setting,
                     struct diagnostic *d) {
    *axis = (struct grid_axis){.name = setting->name, .count = 1};
    const char *dots = strstr(setting->value, "..");
    if (dots != NULL)
        return read_range(axis, setting->value, dots, d);
    axis->value = setting->value;
    return 0;
}

int grid_read(struct grid *g, const struct model_settings *set, struct diagnostic *d) {
    double points = 1;
    *g = (struct grid){.axes = set->count};
    if (set->count > GRID_MOST_AXES)
        return message_set(d, "--set: at most %d names", GRID_MOST_AXES);
    for (int i = 0; i < set->count; i++) {
        if (read_axis(&g->axis[i], &set->setting[i], d))
            return -1;
        points *= (double)g->axis[i].count;
    }
    if (points == 1)
        return message_set(d, "sweep needs a range: --set NAME=%s", range_form);
    if (points > grid_most_points)
        return message_set(d, "--set: %g points are more than %g", points,
                           grid_most_points);
    g->points = (long)points;
    return 0;
}

/* Both ends are exactly those that were asked for. */
static double value_at(const struct grid_axis *axis, long i) {
    const double part = (double)i / (double)(axis->count - 1);
    if (i == 0 || i == axis->count - 1)
        return i == 0 ? axis->from : axis->to;
    if (axis->is_log)
        return axis->from * pow(axis->to / axis->from, part);
    return axis->from + part * (axis->to - axis->from);
}

/* The fewest digits that read back as the same double. */
static void write_value(struct grid_text *value, double number) {
    for (int digits = 1; digits <= DOUBLE_DIGITS; digits++) {
        snprintf(value->text, sizeof value->text, "%.*g", digits, number);
        if (strtod(value->text, NULL) == number)
            return;
    }
}

void grid_point(const struct grid *g, long point, struct setting *setting,
                struct grid_text *value) {
    for (int i = g->axes - 1; i >= 0; i--) {
        const struct grid_axis *axis = &g->axis[i];
        if (axis->value == NULL)
            write_value(&value[i], value_at(axis, point % axis->count));
        setting[i].name = axis->name;
        setting[i].value = axis->value != NULL ? axis->value : value[i].text;
        point /= axis->count;
    }
}

json_t *grid_tell_point(const struct grid *g, long point, bool ranges) {
    struct setting setting[GRID_MOST_AXES];
    struct grid_text value[GRID_MOST_AXES];
    json_t *told = json_object();
    grid_point(g, point, setting, value);
    for (int i = 0; i < g->axes; i++)
        if ((g->axis[i].value == NULL) == ranges)
            json_object_set_new(told, setting[i].name, json_text_of(setting[i].value));
    return told;
}

json_t *grid_tell_ranges(const struct grid *g) {
    json_t *ranges = json_array();
    for (int i = 0; i < g->axes; i++) {
        const struct grid_axis *axis = &g->axis[i];
        if (axis->value == NULL)
            json_array_append_new(
                ranges, json_pack("{s:s, s:o, s:o, s:s, s:I}", "name", axis->name, "from",
                                  json_number(axis->from), "to", json_number(axis->to),
                                  "scale", axis->is_log ? "log" : "linear", "count",
                                  (json_int_t)axis->count));
    }
    return ranges;
}
