/* Coefficients as measured and as predicted: one over the other, the digits that agree
 * standing out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/json.h"

enum { MOST_ROWS = 8 }; /* of one quantity; those that agree least */

struct row {
    const json_t *point;
    double digits;
    size_t place; /* in the file */
};

static int compare_rows(const void *a, const void *b) {
    const struct row *p = a, *q = b;
    if (p->digits != q->digits) {
        return p->digits < q->digits ? -1 : 1;
    }
    return (p->place > q->place) - (p->place < q->place);
}

static int compare_places(const void *a, const void *b) {
    const struct row *p = a, *q = b;
    return (p->place > q->place) - (p->place < q->place);
}

static bool is_coefficient(const json_t *point) {
    return json_object_get(point, "measured") && json_object_get(point, "predicted");
}

/* The rows to show, in the file's order; their number. */
static size_t choose_rows(const json_t *points, struct row *rows) {
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(points); i++) {
        const json_t *point = json_array_get(points, i);
        const json_t *digits = json_object_get(point, "digits");
        double value = json_is_number(digits) ? json_number_value(digits) : HUGE_VAL;
        if (is_coefficient(point)) {
            rows[count++] = (struct row){point, value, i};
        }
    }
    qsort(rows, count, sizeof *rows, compare_rows);
    count = count < MOST_ROWS ? count : MOST_ROWS;
    qsort(rows, count, sizeof *rows, compare_places);
    return count;
}

/* A scalar member; the caller frees. NULL when there is none. */
static char *get_member(const json_t *point, const char *key) {
    return json_scalar_text(json_object_get(point, key));
}

/* 1.25e-03 as 1.25 x 10^-3, the first `same` characters standing out. */
static void write_decimal(struct text *out, const char *decimal, size_t same) {
    size_t mantissa = strcspn(decimal, "eE");
    same = same < mantissa ? same : mantissa;
    text_add(out, "<span class=\"decimal\">");
    text_escaped_bytes(out, decimal, same);
    text_add(out, "<i>");
    text_escaped_bytes(out, decimal + same, mantissa - same);
    text_add(out, "</i>");
    long exponent = decimal[mantissa] ? strtol(decimal + mantissa + 1, NULL, 10) : 0;
    if (exponent != 0) {
        text_format(out,
                    "\xC3\x97"
                    "10<sup>%s%ld</sup>",
                    exponent < 0 ? "\xE2\x88\x92" : "", labs(exponent));
    }
    text_add(out, "</span>");
}

static void write_numbers(struct text *out, const json_t *point) {
    char *measured = get_member(point, "measured");
    char *predicted = get_member(point, "predicted");
    if (measured && predicted) {
        size_t same = decimal_agreement(measured, predicted);
        write_decimal(out, measured, same);
        write_decimal(out, predicted, same);
    }
    free(measured);
    free(predicted);
}

static void write_row(struct text *out, const struct row *row) {
    char *component = get_member(row->point, "component");
    char *power = get_member(row->point, "power"), *start = get_member(row->point, "t");
    text_add(out, "<tr><th scope=\"row\"><code>");
    text_escaped(out, component);
    text_add(out, "</code></th><td>");
    if (power) {
        text_add(out, "<i>h</i><sup>");
        text_escaped(out, power);
        text_add(out, "</sup>");
    }
    if (start) {
        text_add(out, " <small>t\xC2\xA0=\xC2\xA0");
        text_escaped(out, start);
        text_add(out, "</small>");
    }
    text_add(out, "</td><td>");
    write_numbers(out, row->point);
    text_add(out, "</td><td>");
    decimal_number(out, isfinite(row->digits) ? floor(row->digits) : NAN, 4);
    text_add(out, "</td></tr>\n");
    free(component);
    free(power);
    free(start);
}

static void write_quantity(struct text *out, const struct report_result *result) {
    size_t size = json_array_size(result->points);
    struct row *rows = malloc((size + 1) * sizeof *rows);
    if (!rows) {
        out->failed = true;
        return;
    }
    size_t count = choose_rows(result->points, rows);
    if (count > 0) {
        text_add(out, "<h3>");
        page_quantity(out, result);
        text_add(out,
                 "</h3>\n<div class=\"wide\"><table class=\"coefficients\">\n"
                 "<thead><tr><th>Component</th><th>Term</th><th>Measured<br/>Predicted"
                 "</th><th>Digits</th></tr></thead>\n<tbody>\n");
        for (size_t i = 0; i < count; i++) {
            write_row(out, &rows[i]);
        }
        text_add(out, "</tbody>\n</table></div>\n");
        if (count < size) {
            text_format(out, "<p class=\"soft\">The %zu that agree least, of %zu.</p>\n",
                        count, size);
        }
    }
    free(rows);
}

void page_coefficients(const struct page *page, int model) {
    struct text tables = {0};
    for (int i = 0; i < page->r->count; i++) {
        const struct report_result *result = &page->r->result[i];
        if (result->model == model && quantity_of(result)->kind == QUANTITY_DIGITS) {
            write_quantity(&tables, result);
        }
    }
    if (tables.length > 0) {
        text_add(&tables, "<p class=\"links\">");
        page_table_links(&tables, page, model, "constants");
        text_add(&tables, "</p>\n");
    }
    page_fold(page->out, "Coefficients, measured and predicted", &tables);
}
