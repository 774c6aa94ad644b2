/* What a document says of speed, taken apart.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/speed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/json.h"

static const char *const keys[] = {"measurements", "comparisons", "series", "goals",
                                   "peers"};

static const double usual_delta = 0.01; /* the rule's: one per cent */

const json_t *speed_array(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_array_size(value) > 0 ? value : NULL;
}

const json_t *speed_object(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_object(value) ? value : NULL;
}

struct speed_interval speed_interval_read(const json_t *object) {
    return (struct speed_interval){json_loose_number(object, "value"),
                                   json_loose_number(object, "low"),
                                   json_loose_number(object, "high")};
}

static int compare_numbers(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

double *speed_sorted(const json_t *array, int *count) {
    size_t size = json_array_size(array);
    double *number = size ? malloc(size * sizeof *number) : NULL;
    *count = 0;
    for (size_t i = 0; number && i < size; i++) {
        const json_t *value = json_array_get(array, i);
        double x = json_is_number(value) ? json_number_value(value) : NAN;
        if (isfinite(x)) {
            number[(*count)++] = x;
        }
    }
    if (*count == 0) {
        free(number);
        return NULL;
    }
    qsort(number, (size_t)*count, sizeof *number, compare_numbers);
    return number;
}

bool speed_is_command(const char *command, const char *name) {
    size_t length = strlen(name);
    return strncmp(command, name, length) == 0 &&
           (command[length] == '\0' || command[length] == ' ');
}

/* A command that is about speed alone. A failed run of it may have written nothing else. */
static bool is_about_speed(const char *command) {
    return speed_is_command(command, "compare") || speed_is_command(command, "history");
}

bool speed_is_in(const json_t *document) {
    bool any = is_about_speed(json_loose_text(document, "command"));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        any = any || json_is_array(json_object_get(document, keys[i]));
    }
    return any;
}

static bool read_goals(struct speed *speed) {
    const json_t *array = speed_array(speed->document, "goals");
    size_t size = json_array_size(array);
    speed->goal = calloc(size + 1, sizeof *speed->goal);
    for (size_t i = 0; speed->goal && i < size; i++) {
        const json_t *entry = json_array_get(array, i);
        if (json_is_object(entry)) {
            speed->goal[speed->goals++] = entry;
        }
    }
    return speed->goal != NULL;
}

bool speed_is_work(const json_t *result) {
    return strcmp(json_loose_text(result, "quantity"), "work-precision") == 0 &&
           strcmp(json_loose_text(result, "study"), "timing") == 0;
}

/* Each model once, in the order of the results. */
static bool read_work(struct speed *speed) {
    const json_t *array = speed_array(speed->document, "results");
    size_t size = json_array_size(array);
    speed->work_model = calloc(size + 1, sizeof *speed->work_model);
    for (size_t i = 0; speed->work_model && i < size; i++) {
        const json_t *result = json_array_get(array, i);
        const char *model = json_loose_text(result, "model");
        bool is_new = speed_is_work(result);
        for (int k = 0; k < speed->work_models && is_new; k++) {
            is_new = strcmp(speed->work_model[k], model) != 0;
        }
        if (is_new) {
            speed->work_model[speed->work_models++] = model;
        }
    }
    return speed->work_model != NULL;
}

bool speed_read(struct speed **speed, const json_t *document) {
    *speed = NULL;
    if (!speed_is_in(document)) {
        return true;
    }
    struct speed *s = calloc(1, sizeof *s);
    if (!s) {
        return false;
    }
    s->document = document;
    s->command = json_loose_text(document, "command");
    s->leads = is_about_speed(s->command) || speed_is_command(s->command, "timing") ||
               json_array_size(json_object_get(document, "results")) == 0;
    if (speed_read_comparisons(s) && speed_read_measurements(s) && speed_read_peers(s) &&
        speed_read_series(s) && read_goals(s) && read_work(s)) {
        *speed = s;
        return true;
    }
    speed_free(s);
    return false;
}

void speed_free(struct speed *speed) {
    if (!speed) {
        return;
    }
    for (int i = 0; i < speed->series; i++) {
        free(speed->all_series[i].point);
        free(speed->all_series[i].change);
    }
    free(speed->comparison);
    free(speed->measurement);
    free(speed->peer);
    free(speed->all_series);
    free(speed->goal);
    free(speed->work_model);
    free(speed);
}

int speed_count(const struct speed *speed, enum speed_verdict verdict) {
    int count = 0;
    for (int i = 0; i < speed->comparisons; i++) {
        count += speed->comparison[i].verdict == verdict ? 1 : 0;
    }
    return count;
}

int speed_count_work(const struct speed *speed, enum speed_work least) {
    int count = 0;
    for (int i = 0; i < speed->comparisons; i++) {
        count += speed->comparison[i].work >= least ? 1 : 0;
    }
    return count;
}

double speed_delta(const struct speed *speed) {
    double delta = json_loose_number(speed_object(speed->document, "rule"), "delta");
    return delta > 0 && isfinite(delta) ? delta : usual_delta;
}
