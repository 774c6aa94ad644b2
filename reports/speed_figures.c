/* All figures about speed: one script, one gnuplot, one pass over what it wrote.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/speed_figures.h"

#include <stdlib.h>
#include <string.h>

#include "reports/gnuplot.h"
#include "reports/output.h"
#include "reports/plot_speed.h"
#include "reports/svg.h"

enum { LONGEST_NAME = 160 }; /* file systems allow 255 letters */

static int count_comparisons(const struct speed *speed) {
    return speed->comparisons;
}
static int count_measured(const struct speed *speed) {
    return plot_speed_figures(speed->measurements);
}
static int count_models(const struct speed *speed) {
    return speed->work_models;
}
static int count_peer_rows(const struct speed *speed) {
    return plot_speed_figures(speed->peers);
}
static int count_peers(const struct speed *speed) {
    return speed->peers;
}
static int count_series(const struct speed *speed) {
    return speed->series;
}

static const struct kind {
    const char *name, *letters, *title, *content;
    int (*count)(const struct speed *speed); /* at most so many */
    bool (*plot)(struct text *script, const struct speed *speed, int number);
} kinds[SPEED_FIGURE_KINDS] = {
    [SPEED_FIGURE_COMPARED] = {"compared", "xc", "Old against new",
                               "Distribution of the blocks of both builds; log ratios of "
                               "the processes with the band of the rule",
                               count_comparisons, plot_compared},
    [SPEED_FIGURE_SPREAD] = {"spread", "xs", "Blocks of each benchmark",
                             "The density of the times of blocks, in per cent from the "
                             "median, one row for each benchmark",
                             count_measured, plot_spread},
    [SPEED_FIGURE_FLOOR] = {"floor", "xf", "Steps over their kernels",
                            "The time of a step over the sum of its kernels with its "
                            "interval, one row for each benchmark",
                            count_measured, plot_floor},
    [SPEED_FIGURE_WORK] =
        {"work", "xm", "Time against error",
         "Seconds against the relative error reached, both logarithmic, "
         "one curve for each method",
         count_models, plot_measured_work},
    [SPEED_FIGURE_PEERS] = {"peers", "xp", "Other integrators beside ours",
                            "The time of other integrators over that of ours, "
                            "logarithmic, one row for each problem and integrator",
                            count_peer_rows, plot_peers},
    [SPEED_FIGURE_PEER_WORK] =
        {"peer-work", "xw", "Time against error beside others",
         "Seconds against the error reached, both logarithmic, one "
         "curve for each integrator",
         count_peers, plot_peer_work},
    [SPEED_FIGURE_HISTORY] = {"history", "xh", "Over commits",
                              "Values over commits, with changes and with boundaries "
                              "between machines and compilers",
                              count_series, plot_history},
};

/* What the picture is of: a benchmark's name, or "" where it has several rows. */
static const char *find_subject(const struct speed *speed, enum speed_figure kind,
                                int number) {
    return kind == SPEED_FIGURE_COMPARED    ? speed->comparison[number].name
           : kind == SPEED_FIGURE_HISTORY   ? speed->all_series[number].name
           : kind == SPEED_FIGURE_WORK      ? speed->work_model[number]
           : kind == SPEED_FIGURE_PEER_WORK ? speed->peer[number].problem
                                            : "";
}

/* Whether an earlier one of the kind is of the same subject. */
static bool is_again(const struct speed *speed, enum speed_figure kind, int number) {
    const char *subject = find_subject(speed, kind, number);
    for (int i = 0; i < number; i++) {
        if (strcmp(find_subject(speed, kind, i), subject) == 0) {
            return true;
        }
    }
    return false;
}

/* A name's letters, a part of them where there are many; then its place, unless the name is
 * enough. */
static void add_subject(struct text *t, const char *subject, bool again, int number) {
    struct text name = {0};
    text_identifier(&name, subject);
    bool fits = name.length <= LONGEST_NAME;
    text_add_bytes(t, text_bytes(&name), fits ? name.length : LONGEST_NAME);
    if (!fits || again) {
        text_format(t, "-%d", number + 1);
    }
    text_clear(&name);
}

void speed_figure_name(struct text *t, const struct speed *speed, enum speed_figure kind,
                       int number) {
    const char *subject = find_subject(speed, kind, number);
    text_format(t, "%s-", kinds[kind].name);
    if (subject[0]) {
        add_subject(t, subject, is_again(speed, kind, number), number);
    } else {
        text_format(t, "%d", number + 1);
    }
    text_add(t, ".svg");
}

const struct speed_picture *speed_figure_find(const struct speed_figures *figures,
                                              enum speed_figure kind, int number) {
    for (int i = 0; i < figures->count; i++) {
        const struct speed_picture *p = &figures->picture[i];
        if (p->kind == kind && p->number == number) {
            return p->element.length > 0 ? p : NULL;
        }
    }
    return NULL;
}

void speed_figures_free(struct speed_figures *figures) {
    for (int i = 0; i < figures->count; i++) {
        text_clear(&figures->picture[i].element);
    }
    free(figures->picture);
    *figures = (struct speed_figures){0};
}

/* Appends all scripts; the pictures, still empty, stand in their order. */
static void write_script(struct speed_figures *figures, struct text *script,
                         const struct speed *speed) {
    plot_prepare(script);
    for (int k = 0; k < SPEED_FIGURE_KINDS; k++) {
        for (int i = 0; i < kinds[k].count(speed); i++) {
            if (kinds[k].plot(script, speed, i)) {
                figures->picture[figures->count++] =
                    (struct speed_picture){.kind = (enum speed_figure)k, .number = i};
            }
        }
    }
}

static int find_height(const struct speed *speed, const struct speed_picture *p) {
    return p->kind == SPEED_FIGURE_COMPARED ? plot_compared_height(speed, p->number)
           : p->kind == SPEED_FIGURE_SPREAD
               ? plot_rows_height(plot_spread_rows_of(speed, p->number))
           : p->kind == SPEED_FIGURE_FLOOR
               ? plot_rows_height(plot_floor_rows_of(speed, p->number))
           : p->kind == SPEED_FIGURE_WORK ? plot_measured_work_height(speed, p->number)
           : p->kind == SPEED_FIGURE_PEER_WORK ? plot_peer_work_height(speed, p->number)
           : p->kind == SPEED_FIGURE_PEERS
               ? plot_rows_height(plot_peer_rows_of(speed, p->number))
           : p->kind == SPEED_FIGURE_HISTORY ? SPEED_LOW_HEIGHT
                                             : FIGURE_HEIGHT;
}

static bool rewrite_picture(struct speed_picture *p, const struct speed *speed,
                            const char *document, size_t length) {
    const char *subject = find_subject(speed, p->kind, p->number);
    struct text identifier = {0}, title = {0};
    text_format(&identifier, "%s%d", kinds[p->kind].letters, p->number);
    text_format(&title, "%s%s%s", kinds[p->kind].title, subject[0] ? ": " : "", subject);
    struct svg_words words = {text_bytes(&identifier), text_bytes(&title),
                              kinds[p->kind].content, find_height(speed, p)};
    bool good = svg_rewrite(&p->element, document, length, &words);
    text_clear(&identifier);
    text_clear(&title);
    return good;
}

static bool take_apart(struct speed_figures *figures, const struct speed *speed,
                       const struct text *output, struct text *why) {
    const char *document;
    size_t at = 0, length;
    for (int i = 0; i < figures->count; i++) {
        if (!svg_next(output, &at, &document, &length) ||
            !rewrite_picture(&figures->picture[i], speed, document, length)) {
            text_format(why, "gnuplot drew %d of %d figures about speed that can be read",
                        i, figures->count);
            return false;
        }
    }
    return true;
}

bool speed_figures_draw(struct speed_figures *figures, const struct speed *speed,
                        struct text *why) {
    struct text script = {0}, output = {0};
    size_t most = 1;
    *figures = (struct speed_figures){0};
    if (!speed) {
        return true;
    }
    for (int k = 0; k < SPEED_FIGURE_KINDS; k++) {
        most += (size_t)kinds[k].count(speed);
    }
    figures->picture = calloc(most, sizeof *figures->picture);
    bool good = figures->picture != NULL;
    if (good) {
        write_script(figures, &script, speed);
        good = !text_failed(&script) &&
               (figures->count == 0 || (gnuplot_run(&script, &output, why) &&
                                        take_apart(figures, speed, &output, why)));
    }
    if (!good) {
        text_add(why, why->length > 0 ? "" : "out of memory");
        speed_figures_free(figures);
    }
    text_clear(&script);
    text_clear(&output);
    return good;
}

bool speed_figures_write(const struct speed_figures *figures, const struct speed *speed,
                         const char *folder, struct text *why) {
    struct text inside = {0};
    text_format(&inside, "%s/figures", folder);
    bool good = figures->count == 0 || output_folder(folder, "figures", why);
    for (int i = 0; good && i < figures->count; i++) {
        const struct speed_picture *p = &figures->picture[i];
        struct text name = {0}, file = {0};
        speed_figure_name(&name, speed, p->kind, p->number);
        svg_file(&file, p->element.data);
        good = output_replace(text_bytes(&inside), text_bytes(&name), &file, why);
        text_clear(&name);
        text_clear(&file);
    }
    text_clear(&inside);
    return good;
}
