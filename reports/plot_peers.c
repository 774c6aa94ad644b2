/* Other people's integrators beside ours: the time of theirs over the time of ours, on a
 * logarithmic axis, a row for each problem and peer; and time against error.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot_speed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LOOKS = 8 };

static const struct peer_look looks[MOST_LOOKS] = {
    {COLOUR_FIRST, SHAPE_CIRCLE, "solid"},        {COLOUR_SECOND, SHAPE_DIAMOND, "solid"},
    {COLOUR_THIRD, SHAPE_TRIANGLE, "solid"},      {COLOUR_FOURTH, SHAPE_SQUARE, "solid"},
    {COLOUR_FIFTH, SHAPE_TRIANGLE_DOWN, "solid"}, {COLOUR_SECOND, SHAPE_CIRCLE, "(5,3)"},
    {COLOUR_THIRD, SHAPE_SQUARE, "(5,3)"},        {COLOUR_FOURTH, SHAPE_DIAMOND, "(5,3)"},
};

/* The letters of a name before a space, a hyphen or a stroke: whose it is. */
static size_t house_length(const char *name) {
    return strcspn(name, " -/");
}

static bool same_house(const char *a, const char *b) {
    size_t length = house_length(a);
    return length == house_length(b) && strncmp(a, b, length) == 0;
}

struct peer_look plot_peer_look(const struct speed *speed, const char *peer) {
    int place = 1; /* the first is for ours */
    for (int i = 0; i < speed->peers; i++) {
        bool is_new = true;
        for (int k = 0; k < i && is_new; k++) {
            is_new = !same_house(speed->peer[k].peer, speed->peer[i].peer);
        }
        if (same_house(speed->peer[i].peer, peer)) {
            return looks[place < MOST_LOOKS ? place : MOST_LOOKS - 1];
        }
        place += is_new ? 1 : 0;
    }
    return looks[0];
}

struct figure {
    const struct speed *speed;
    const int *row;
    int rows;
    double left, right;
};

static bool is_drawn(const struct speed_peer *p) {
    return p->installed && p->ratio.value > 0 && isfinite(p->ratio.value);
}

static bool same_problem(const struct speed *speed, int i, int k) {
    return strcmp(speed->peer[i].problem, speed->peer[k].problem) == 0;
}

/* Problem by problem, in the order in which each is first spoken of. */
int *plot_peer_rows(const struct speed *speed, int *count) {
    int *row = malloc(((size_t)speed->peers + 1) * sizeof *row);
    *count = 0;
    for (int i = 0; row && i < speed->peers; i++) {
        bool is_new = true;
        for (int k = 0; k < i && is_new; k++) {
            is_new = !same_problem(speed, i, k);
        }
        for (int k = i; is_new && k < speed->peers; k++) {
            if (same_problem(speed, i, k) && is_drawn(&speed->peer[k])) {
                row[(*count)++] = k;
            }
        }
    }
    return row;
}

static void include(struct figure *f, double value) {
    if (value > 0 && isfinite(value)) {
        f->left = fmin(f->left, log10(value));
        f->right = fmax(f->right, log10(value));
    }
}

/* Block $pN is row N: there are few, and each has a look. */
static void add_data(struct text *script, struct figure *f, int row) {
    const struct speed_interval *ratio = &f->speed->peer[f->row[row]].ratio;
    double low = ratio->low > 0 ? ratio->low : ratio->value;
    double high = isfinite(ratio->high) ? ratio->high : ratio->value;
    text_format(script, "$p%d << END\n%.7g %d %.7g %.7g\nEND\n", row, log10(ratio->value),
                f->rows - row, log10(low), log10(fmax(high, low)));
    include(f, ratio->value);
    include(f, low);
    include(f, high);
}

/* 1, 2, 5 and their tens. */
static void add_ticks(struct text *script, const struct figure *f) {
    static const double factors[] = {1, 2, 5};
    const char *comma = "";
    int each = f->right - f->left > 2 ? 3 : 1; /* decades alone where they are many */
    text_add(script, "set xtics (");
    for (int k = 3 * (int)floor(f->left); k <= 3 * (int)ceil(f->right); k++) {
        int decade = (int)floor(k / 3.0);
        double at = decade + log10(factors[k - 3 * decade]);
        if (k % each == 0 && at >= f->left && at <= f->right) {
            text_format(script, "%s\"%g\" %.7g", comma, pow(10, at), at);
            comma = ", ";
        }
    }
    text_add(script, ")\n");
}

static void add_names(struct text *script, const struct figure *f) {
    speed_rows_begin(script);
    for (int i = 0; i < f->rows; i++) {
        const struct speed_peer *p = &f->speed->peer[f->row[i]];
        bool first =
            i == 0 || strcmp(p->problem, f->speed->peer[f->row[i - 1]].problem) != 0;
        speed_rows_name(script, i, f->rows, NAMES_OF_PROBLEMS,
                        first ? p->problem : p->peer, first ? p->peer : "");
    }
    speed_rows_end(script);
}

static void draw_figure(struct text *script, struct figure *f) {
    const double sides = 0.06;
    for (int i = 0; i < f->rows; i++) {
        add_data(script, f, i);
    }
    f->left -= sides * (f->right - f->left);
    f->right += sides * (f->right - f->left);
    speed_rows_open(script, f->rows, NAMES_OF_PROBLEMS, f->left, f->right,
                    "time of theirs over ours");
    add_ticks(script, f);
    add_names(script, f);
    speed_rows_line(script, 0, "solid", COLOUR_AXIS);
    text_add(script, "plot 1/0 notitle");
    for (int i = 0; i < f->rows; i++) {
        struct peer_look look = plot_peer_look(f->speed, f->speed->peer[f->row[i]].peer);
        text_format(script,
                    ", $p%d using 1:2:3:4 with xerrorbars pt %d ps 0.65 lw 1.3 lc rgb "
                    "'#0101%02x' notitle",
                    i, (int)look.shape + 1, look.colour);
    }
    text_add(script, "\n");
    speed_rows_close(script);
}

bool plot_peers(struct text *script, const struct speed *speed, int number) {
    int count, first = number * SPEED_ROWS;
    int *row = plot_peer_rows(speed, &count);
    int rows = count - first < SPEED_ROWS ? count - first : SPEED_ROWS;
    bool any = row && rows > 0;
    if (any) {
        struct figure f = {
            .speed = speed, .row = row + first, .rows = rows, .left = -0.1, .right = 0.5};
        draw_figure(script, &f);
    }
    free(row);
    return any && !text_failed(script);
}
