/* Errors over step sizes, in characters.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/results_print.h"

#include <math.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/result.h"

enum { ROWS = 14, MARGIN = 10, LEAST_COLUMNS = 30, MOST_COLUMNS = 100, MOST_CURVES = 26 };

struct plot {
    int width;
    bool overlaps;          /* curves, in a cell */
    double low[2], high[2]; /* of log h and log error */
    char cell[ROWS][MOST_COLUMNS];
};

/* log10 of a point's step and error; false: it cannot be drawn. */
static bool find_place(double *place, const json_t *point) {
    place[0] = log10(json_number_in(point, "h"));
    place[1] = log10(json_number_in(point, "error"));
    return isfinite(place[0]) && isfinite(place[1]);
}

static bool is_drawn(const struct result *r) {
    return strcmp(r->quantity, "order") == 0 && strncmp(r->arithmetic, "mpfr", 4) == 0 &&
           json_array_size(r->points) > 1;
}

static void find_limits(struct plot *p, const struct result *r) {
    size_t i;
    json_t *point;
    double place[2];
    json_array_foreach(r->points, i, point) {
        if (!find_place(place, point))
            continue;
        for (int k = 0; k < 2; k++) {
            p->low[k] = fmin(p->low[k], place[k]);
            p->high[k] = fmax(p->high[k], place[k]);
        }
    }
}

/* Where a value lies among `cells` from its lower limit on. */
static int scale(const struct plot *p, int axis, double value, int cells) {
    const double part = (value - p->low[axis]) / (p->high[axis] - p->low[axis]);
    return (int)lround(part * (cells - 1));
}

static void draw(struct plot *p, const struct result *r, char letter) {
    size_t i;
    json_t *point;
    double place[2];
    json_array_foreach(r->points, i, point) {
        if (!find_place(place, point))
            continue;
        char *cell = &p->cell[ROWS - 1 - scale(p, 1, place[1], ROWS)]
                             [scale(p, 0, place[0], p->width)];
        const bool is_free = *cell == ' ' || *cell == letter;
        *cell = is_free ? letter : '*';
        p->overlaps |= !is_free;
    }
}

/* Whether there is a model to draw, and one only. */
static bool begin(struct plot *p, const struct results *results, int columns) {
    const char *model = NULL;
    bool is_one = true;
    *p = (struct plot){.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    p->width = (columns < MOST_COLUMNS ? columns : MOST_COLUMNS) - MARGIN;
    memset(p->cell, ' ', sizeof p->cell);
    RESULTS_FOREACH(results, r) {
        if (!is_drawn(r))
            continue;
        is_one &= model == NULL || strcmp(model, r->model) == 0;
        model = r->model;
        find_limits(p, r);
    }
    return is_one && columns >= LEAST_COLUMNS && p->low[0] < p->high[0] &&
           p->low[1] < p->high[1];
}

static void print_frame(const struct plot *p, FILE *out) {
    fprintf(out, "\nerror\n");
    for (int row = 0; row < ROWS; row++) {
        if (row == 0 || row == ROWS - 1)
            fprintf(out, "%8.1e |", pow(10, row == 0 ? p->high[1] : p->low[1]));
        else
            fprintf(out, "%8s |", "");
        int end = p->width;
        while (end > 0 && p->cell[row][end - 1] == ' ')
            end--;
        fprintf(out, "%.*s\n", end, p->cell[row]);
    }
    fprintf(out, "%10s", "+");
    for (int i = 0; i < p->width; i++)
        fputc('-', out);
    fprintf(out, "\n%10s%-8.1e%*.1e h\n", "", pow(10, p->low[0]), p->width - 9,
            pow(10, p->high[0]));
}

/* A curve that lies on others everywhere has no letter of its own to be seen. */
static bool is_seen(const struct plot *p, char letter) {
    for (int row = 0; row < ROWS; row++)
        if (memchr(p->cell[row], letter, sizeof p->cell[row]) != NULL)
            return true;
    return false;
}

/* Whether it has errors, more than none, to be drawn. */
static bool has_places(const struct result *r) {
    size_t i;
    json_t *point;
    double place[2];
    json_array_foreach(r->points, i, point) {
        if (find_place(place, point))
            return true;
    }
    return false;
}

static void print_curve(const struct plot *p, const struct result *r, char letter,
                        FILE *out) {
    fprintf(out, "  %c %s, ", letter, r->method);
    if (isfinite(r->value))
        fprintf(out, "order %.4g", r->value);
    else
        fputs("no order", out);
    fputs(!has_places(r)       ? ", no errors to draw\n"
          : is_seen(p, letter) ? "\n"
                               : ", on others everywhere\n",
          out);
}

void order_plot_print(const struct results *results, int columns, FILE *out) {
    struct plot p;
    int curves = 0;
    if (!begin(&p, results, columns))
        return;
    RESULTS_FOREACH(results, r) {
        if (is_drawn(r) && curves < MOST_CURVES)
            draw(&p, r, (char)('a' + curves++));
    }
    print_frame(&p, out);
    curves = 0;
    RESULTS_FOREACH(results, r) {
        if (is_drawn(r) && curves < MOST_CURVES)
            print_curve(&p, r, (char)('a' + curves++), out);
    }
    if (p.overlaps)
        fputs("  * more than one\n", out);
}
