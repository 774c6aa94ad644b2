/* Tables of motion: a row for each point of each curve.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/path.h"
#include "harness/base/text.h"
#include "harness/results/files/data_tables.h"
#include "harness/results/files/motion_tables.h"
#include "harness/results/results_count.h"

static void print_number(const json_t *value, FILE *out) {
    if (json_is_number(value))
        fprintf(out, "\t%.10g", json_number_value(value));
    else
        fputs("\t-", out);
}

static void print_curves(void *curves, FILE *out) {
    size_t i, k;
    json_t *curve, *point;
    fputs("# curve\tt\tx\ty\n", out);
    json_array_foreach(curves, i, curve) {
        json_array_foreach(json_object_get(curve, "points"), k, point) {
            fprintf(out, "%zu", i);
            for (size_t c = 0; c < 3; c++)
                print_number(json_array_get(point, c), out);
            fputc('\n', out);
        }
        json_object_del(curve, "points");
    }
}

static int write_table(json_t *motion, const char *model, const char *folder,
                       struct diagnostic *d) {
    char *name = data_tables_name(model, "motion");
    char *path = name == NULL ? NULL : path_join(folder, name);
    size_t length;
    char *text = text_printed(print_curves, json_object_get(motion, "curves"), &length);
    int failed = path == NULL || text == NULL ? message_set(d, "out of memory")
                                              : output_write(path, text, length, d);
    if (!failed)
        json_object_set_new(motion, "table", json_string(name));
    free(text);
    free(name);
    free(path);
    return failed;
}

int motion_tables_write(json_t *models, const struct folder *folder,
                        struct diagnostic *d) {
    size_t i;
    json_t *model;
    char *tables = path_join(folder->path, "tables");
    int failed = tables == NULL ? message_set(d, "out of memory") : 0;
    json_array_foreach(models, i, model) {
        json_t *motion = json_object_get(model, "motion");
        if (!failed && json_is_array(json_object_get(motion, "curves")))
            failed = write_table(motion, results_text(model, "name"), tables, d);
    }
    free(tables);
    return failed;
}
