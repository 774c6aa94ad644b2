/* Points in logarithms. The line of a given slope p nearest to the points in the sense of
 * least squares passes through their mean: offset = mean(y) - p mean(x).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/curve.h"

#include <math.h>
#include <stdlib.h>

#include "reports/decimal.h"
#include "reports/json.h"

/* log10 of a number or of a decimal text; NaN when it is not positive. */
static double find_log(const json_t *value) {
    if (json_is_number(value)) {
        double x = json_number_value(value);
        return x > 0 ? log10(x) : NAN;
    }
    return json_is_string(value) ? decimal_log10(json_string_value(value)) : NAN;
}

static double find_time(const json_t *value) {
    return json_is_string(value) ? strtod(json_string_value(value), NULL)
                                 : json_number_value(value);
}

/* `up`: NULL for "value" or, where there is none, "error". */
static struct curve_point read_point(const json_t *object, const char *across,
                                     const char *up) {
    const json_t *value = json_object_get(object, up ? up : "value");
    if (!value && !up) {
        value = json_object_get(object, "error");
    }
    return (struct curve_point){
        .start = find_time(json_object_get(object, "t")),
        .x = find_log(json_object_get(object, across)),
        .y = find_log(value),
        .used = json_is_true(json_object_get(object, "used")),
    };
}

static int compare_points(const void *a, const void *b) {
    const struct curve_point *p = a, *q = b;
    if (p->start != q->start) {
        return p->start < q->start ? -1 : 1;
    }
    if (p->x != q->x) {
        return p->x < q->x ? -1 : 1;
    }
    return (p->y > q->y) - (p->y < q->y);
}

static int find_end_of_start(const struct curve *curve, int first) {
    int end = first;
    while (end < curve->count && curve->point[end].start == curve->point[first].start) {
        end++;
    }
    return end;
}

/* Removes the starts without a used point, unless no point is used at all. */
static void leave_out_idle_starts(struct curve *curve) {
    double low, high;
    bool any = curve_used_range(curve, &low, &high);
    int kept = 0;
    for (int first = 0, end; first < curve->count; first = end) {
        bool used = !any;
        end = find_end_of_start(curve, first);
        for (int i = first; i < end; i++) {
            used = used || curve->point[i].used;
        }
        curve->starts += used ? 1 : 0;
        for (int i = first; i < end && used; i++) {
            curve->point[kept++] = curve->point[i];
        }
    }
    curve->count = kept;
}

bool curve_read(struct curve *curve, const struct report_result *result) {
    return curve_read_members(curve, result, "h", NULL);
}

bool curve_read_members(struct curve *curve, const struct report_result *result,
                        const char *across, const char *up) {
    size_t size = json_array_size(result->points);
    *curve = (struct curve){.result = result};
    curve->point = malloc((size + 1) * sizeof *curve->point);
    if (!curve->point) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        struct curve_point p = read_point(json_array_get(result->points, i), across, up);
        if (isfinite(p.x) && isfinite(p.y) && isfinite(p.start)) {
            curve->point[curve->count++] = p;
        }
    }
    qsort(curve->point, (size_t)curve->count, sizeof *curve->point, compare_points);
    leave_out_idle_starts(curve);
    return true;
}

void curve_free(struct curve *curve) {
    free(curve->point);
    *curve = (struct curve){0};
}

bool curve_used_range(const struct curve *curve, double *low, double *high) {
    bool any = false;
    for (int i = 0; i < curve->count; i++) {
        const struct curve_point *p = &curve->point[i];
        if (p->used) {
            *low = any ? fmin(*low, p->x) : p->x;
            *high = any ? fmax(*high, p->x) : p->x;
            any = true;
        }
    }
    return any;
}

bool curve_offset(const struct curve *curve, double slope, double *offset) {
    double sum = 0;
    int used = 0;
    for (int i = 0; i < curve->count; i++) {
        if (curve->point[i].used) {
            sum += curve->point[i].y - slope * curve->point[i].x;
            used++;
        }
    }
    if (used == 0 || !isfinite(slope)) {
        return false;
    }
    *offset = sum / used;
    return true;
}

double curve_value(const struct curve *curve, double x, bool highest) {
    double value = NAN;
    for (int i = 1; i < curve->count; i++) {
        const struct curve_point *p = &curve->point[i - 1], *q = p + 1;
        if (p->start == q->start && p->x <= x && x <= q->x && p->x < q->x) {
            double y = p->y + (q->y - p->y) * (x - p->x) / (q->x - p->x);
            value = highest ? fmax(value, y) : fmin(value, y); /* neither keeps a NaN */
        }
    }
    return value;
}
