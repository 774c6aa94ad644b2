/* Single steps in double against exact ones, those that differ most: in a table whose
 * columns are the members of the first point.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/json.h"

enum { MOST_ROWS = 8, MOST_OF_SEVERAL = 3 };

struct row {
    const json_t *point;
    double size; /* how far the step is off */
    size_t place;
};

/* The difference as a multiple of its bound, or alone, or whatever stands for it. */
static double find_size(const json_t *point) {
    if (json_is_null(json_object_get(point, "difference"))) {
        return INFINITY; /* there is one, and it is not finite */
    }
    double difference = fabs(json_number_value(json_object_get(point, "difference")));
    const json_t *limit = json_object_get(point, "bound");
    double bound = limit ? json_number_value(limit) : 1;
    double error = fabs(json_number_value(json_object_get(point, "error")));
    double ulps = fabs(json_number_value(json_object_get(point, "ulps")));
    const json_t *ratio = json_object_get(point, "ratio"); /* to the error estimate */
    double size = difference > 0 ? difference / bound : fmax(error, ulps);
    size = json_is_number(ratio) ? json_number_value(ratio) : size;
    return isnan(size) ? 0 : size;
}

static int compare_rows(const void *a, const void *b) {
    const struct row *p = a, *q = b;
    if (p->size != q->size) {
        return p->size > q->size ? -1 : 1;
    }
    return (p->place > q->place) - (p->place < q->place);
}

/* Room for all points, the largest first; NULL when memory runs out. */
static struct row *sort_points(const json_t *points) {
    size_t size = json_array_size(points);
    struct row *rows = malloc((size + 1) * sizeof *rows);
    for (size_t i = 0; rows && i < size; i++) {
        const json_t *point = json_array_get(points, i);
        rows[i] = (struct row){point, find_size(point), i};
    }
    if (rows) {
        qsort(rows, size, sizeof *rows, compare_rows);
    }
    return rows;
}

static void write_cell(struct text *out, const json_t *value) {
    const int digits = 4;
    text_add(out, "<td>");
    if (json_is_real(value)) {
        decimal_number(out, json_real_value(value), digits);
    } else {
        char *words = json_scalar_text(value);
        text_escaped(out, words);
        free(words);
    }
    text_add(out, "</td>");
}

/* Which points were used in a fit is of no interest here. */
static bool is_shown(const char *key) {
    return strcmp(key, "used") != 0;
}

static void write_points(struct text *out, json_t *first, const struct row *rows,
                         size_t count) {
    const char *key;
    json_t *value;
    text_add(out, "<div class=\"wide\"><table class=\"points\">\n<thead><tr>");
    json_object_foreach(first, key, value) {
        if (is_shown(key)) {
            text_add(out, "<th scope=\"col\">");
            text_escaped(out, key);
            text_add(out, "</th>");
        }
    }
    text_add(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < count; i++) {
        text_add(out, "<tr>");
        json_object_foreach(first, key, value) {
            if (is_shown(key)) {
                write_cell(out, json_object_get(rows[i].point, key));
            }
        }
        text_add(out, "</tr>\n");
    }
    text_add(out, "</tbody>\n</table></div>\n");
}

/* `several`: there are other methods or modes. */
static void write_quantity(struct text *out, const struct report_result *result,
                           bool several) {
    size_t size = json_array_size(result->points);
    size_t most = several ? MOST_OF_SEVERAL : MOST_ROWS;
    size_t count = size < most ? size : most;
    json_t *first = json_array_get(result->points, 0);
    struct row *rows = sort_points(result->points);
    if (rows && json_object_size(first) > 0) {
        text_add(out, "<h3>");
        page_quantity(out, result);
        struct text side = {0};
        page_side(&side, result);
        if (several && side.length > 0) {
            text_format(out, " <small>%s</small>", text_bytes(&side));
        }
        text_clear(&side);
        text_add(out, "</h3>\n");
        write_points(out, first, rows, count);
        if (size > count) {
            text_format(out, "<p class=\"soft\">The largest %zu of %zu.</p>\n", count,
                        size);
        }
    }
    out->failed = out->failed || !rows;
    free(rows);
}

void page_steps(const struct page *page, int model) {
    struct text tables = {0};
    for (int i = 0; i < page->r->count; i++) {
        const struct report_result *result = &page->r->result[i];
        enum quantity_kind kind = quantity_of(result)->kind;
        if (result->model == model && !result->component &&
            (kind == QUANTITY_BOUND || kind == QUANTITY_SHARE ||
             kind == QUANTITY_NUMBER)) {
            write_quantity(&tables, result, page->sides->count > 1);
        }
    }
    if (tables.length > 0) {
        text_add(&tables, "<p class=\"links\">");
        page_table_links(&tables, page, model, "steps");
        text_add(&tables, "</p>\n");
    }
    page_fold(page->out, "Single steps", &tables);
}
