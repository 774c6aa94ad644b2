/* What figures with a row for each benchmark have in common.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot_speed.h"

#include <stdlib.h>
#include <string.h>

#include "reports/side.h"

enum { MOST_PARTS = 4, PART_ROOM = 120 };

/* Pixels below the panel, above it, and of a row, which has room for two lines. */
enum { FOOT = 56, HEAD = 30, ROW_HEIGHT = 34 };

/* Where the panel begins, and how many letters have room left of it. */
static const struct {
    double left;
    int letters;
} rooms[] = {[NAMES_OF_BENCHMARKS] = {0.45, 34}, [NAMES_OF_PROBLEMS] = {0.565, 42}};

int plot_speed_figures(int rows) {
    return (rows + SPEED_ROWS - 1) / SPEED_ROWS;
}

void plot_height(struct text *script, int height) {
    text_format(script, "set terminal svg size %d,%d\n", FIGURE_WIDTH, height);
}

double speed_unit(double ns, const char **name) {
    static const struct {
        double size;
        const char *name;
    } units[] = {{1e9, "seconds"}, {1e6, "milliseconds"}, {1e3, "microseconds"}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (ns >= units[i].size) {
            *name = units[i].name;
            return units[i].size;
        }
    }
    *name = "nanoseconds";
    return 1;
}

/* Rows of figure `number` when there are so many in all. */
static int count_rows(int all, int number) {
    int rows = all - number * SPEED_ROWS;
    return rows < SPEED_ROWS ? rows : SPEED_ROWS;
}

int plot_spread_rows_of(const struct speed *speed, int number) {
    int count;
    free(plot_spread_rows(speed, &count));
    return count_rows(count, number);
}

int plot_floor_rows_of(const struct speed *speed, int number) {
    int count;
    free(plot_floor_rows(speed, &count));
    return count_rows(count, number);
}

int plot_peer_rows_of(const struct speed *speed, int number) {
    int count;
    free(plot_peer_rows(speed, &count));
    return count_rows(count, number);
}

int plot_rows_height(int rows) {
    return FOOT + HEAD + ROW_HEIGHT * rows;
}

void speed_rows_open(struct text *script, int rows, enum speed_names names, double left,
                     double right, const char *below) {
    double height = plot_rows_height(rows);
    plot_height(script, plot_rows_height(rows));
    text_add(script, "set multiplot\n");
    chart_panel(script, FOOT / height, 1 - HEAD / height);
    text_format(script,
                "set lmargin at screen %.3f\nset xrange [%.9g:%.9g]\nset yrange "
                "[0.4:%.7g]\n",
                rooms[names].left, left, right, rows + 0.6);
    text_format(script,
                "set label \"%s\" at screen 0.958,%.4f right tc rgb '#0101%02x'\n", below,
                12 / height, COLOUR_TEXT);
    text_format(script,
                "set key at screen 0.98,%.4f right top horizontal Left reverse samplen "
                "0.8 spacing 1.1 width -2 tc rgb '#0101%02x'\n",
                1 - 4 / height, COLOUR_TEXT);
}

void speed_rows_close(struct text *script) {
    text_add(script, "set ytics font ',13'\n");
    chart_close(script);
    plot_height(script, FIGURE_HEIGHT);
}

void speed_rows_begin(struct text *script) {
    text_add(script, "set ytics (");
}

void speed_rows_end(struct text *script) {
    text_add(script, ") font ',10'\n");
}

/* A line of a row's name inside quotation marks, cut where it would be too long. */
static void add_line(struct text *script, const char *s, int most) {
    struct text quoted = {0}, shown = {0};
    int letters = 0;
    for (; *s && letters <= most; s++) {
        letters += ((unsigned char)*s & 0xC0) != 0x80 ? 1 : 0;
        if (letters > most) {
            text_add(&shown, "\xE2\x80\xA6");
        } else {
            text_add_bytes(&shown, *s == '_' ? " " : s, 1);
        }
    }
    plot_quoted(&quoted, text_bytes(&shown));
    if (quoted.length > 2) { /* without the marks themselves */
        text_add_bytes(script, quoted.data + 1, quoted.length - 2);
    }
    text_clear(&quoted);
    text_clear(&shown);
}

void speed_rows_name(struct text *script, int row, int rows, enum speed_names names,
                     const char *first, const char *second) {
    text_add(script, row > 0 ? ", \"" : "\"");
    add_line(script, first, rooms[names].letters);
    if (second[0]) {
        text_add(script, "\\n");
        add_line(script, second, rooms[names].letters);
    }
    text_format(script, "\" %d", rows - row);
}

/* Takes a word out of a name wherever it stands first. */
static void leave_out(char *name, const char *word) {
    char *at = strstr(name, word);
    if (at) {
        memmove(at, at + strlen(word), strlen(at + strlen(word)) + 1);
    }
}

void speed_rows_benchmark(struct text *script, int row, int rows, const char *name) {
    char part[MOST_PARTS][PART_ROOM] = {{0}};
    struct text second = {0};
    const char *s = name;
    for (int i = 0; i < MOST_PARTS && *s; i++) {
        size_t length = i + 1 < MOST_PARTS ? strcspn(s, "/") : strlen(s);
        size_t kept = length < PART_ROOM ? length : PART_ROOM - 1;
        memcpy(part[i], s, kept);
        s += length + (s[length] ? 1 : 0);
    }
    leave_out(part[1], "-euler");
    side_name(&second, &(struct side){part[1], part[2]}, true);
    if (part[3][0]) {
        text_add(&second, ", ");
        text_add(&second, part[3]);
    }
    speed_rows_name(script, row, rows, NAMES_OF_BENCHMARKS, part[0],
                    part[1][0] ? text_bytes(&second) : "");
    text_clear(&second);
}

void speed_rows_line(struct text *script, double x, const char *dashes,
                     enum figure_colour colour) {
    text_format(
        script,
        "set arrow from first %.9g, graph 0 to first %.9g, graph 1 nohead back dt "
        "%s lw 1.3 lc rgb '#0101%02x'\n",
        x, x, dashes, colour);
}
