/* All figures of a report: one script, one gnuplot, one pass over what it wrote.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/figures.h"

#include <stdlib.h>

#include "reports/decimal.h"
#include "reports/gnuplot.h"
#include "reports/output.h"
#include "reports/plot.h"
#include "reports/plot_stability.h"
#include "reports/svg.h"

/* The model of the figure at a place. */
static int find_model(const struct results *r, int index) {
    int model = index / FIGURE_KINDS;
    return model < r->models ? model : MODEL_NONE;
}

void figure_name(struct text *t, const struct results *r, int model,
                 enum figure_kind kind) {
    text_format(t, "%s-%s.svg",
                model == MODEL_NONE ? "catalogue" : r->model[model].identifier,
                figure_kind_info(kind)->name);
}

const char *figure_element(const struct figures *figures, int model,
                           enum figure_kind kind) {
    int row = model == MODEL_NONE ? figures->count / FIGURE_KINDS - 1 : model;
    if (row < 0 || row * FIGURE_KINDS + (int)kind >= figures->count) {
        return NULL;
    }
    const struct text *t = &figures->element[row * FIGURE_KINDS + (int)kind];
    return t->length > 0 ? t->data : NULL;
}

void figures_free(struct figures *figures) {
    for (int i = 0; i < figures->count; i++) {
        text_clear(&figures->element[i]);
    }
    free(figures->element);
    *figures = (struct figures){0};
}

/* "order 1.0003 in double; ..." of all results that the figure shows. */
static void describe_slopes(struct text *t, const struct results *r, int model,
                            const struct figure_kind_info *info) {
    for (int i = 0; i < r->count; i++) {
        const struct report_result *result = &r->result[i];
        for (int k = 0; k < FIGURE_SLOPES; k++) {
            const char *quantity = info->slopes[k];
            if (quantity && result->model == model && !result->component &&
                result_is(result, quantity)) {
                text_format(t, "; %s %.4f in %s", quantity, result->value,
                            result->arithmetic);
            }
        }
    }
}

static bool rewrite_figure(struct figures *figures, const struct results *r, int index,
                           const char *document, size_t length) {
    int model = find_model(r, index);
    enum figure_kind kind = (enum figure_kind)(index % FIGURE_KINDS);
    const struct figure_kind_info *info = figure_kind_info(kind);
    struct text identifier = {0}, title = {0}, description = {0};
    text_format(&identifier, "figure%d", index); /* no other's on the page */
    text_format(&title, "%s: %s", info->title,
                model == MODEL_NONE ? "all problems" : r->model[model].name);
    text_add(&description, info->content);
    describe_slopes(&description, r, model, info);
    struct svg_words words = {text_bytes(&identifier), text_bytes(&title),
                              text_bytes(&description), 0};
    bool good = svg_rewrite(&figures->element[index], document, length, &words);
    text_clear(&identifier);
    text_clear(&title);
    text_clear(&description);
    return good;
}

/* The indices of the figures that the script draws, in its order; their number. */
static int write_script(struct text *script, const struct results *r, int *drawn) {
    int count = 0;
    plot_prepare(script);
    for (int i = 0; i < (r->models + 1) * FIGURE_KINDS; i++) {
        figure_plot *plot = figure_kind_info((enum figure_kind)(i % FIGURE_KINDS))->plot;
        if (plot && plot(script, r, find_model(r, i))) {
            drawn[count++] = i;
        }
    }
    return count;
}

static bool take_apart(struct figures *figures, const struct results *r,
                       const struct text *output, const int *drawn, int count,
                       struct text *why) {
    const char *document;
    size_t at = 0, length;
    for (int i = 0; i < count; i++) {
        if (!svg_next(output, &at, &document, &length) ||
            !rewrite_figure(figures, r, drawn[i], document, length)) {
            text_format(why, "gnuplot drew %d of %d figures that can be read", i, count);
            return false;
        }
    }
    return true;
}

bool figures_draw(struct figures *figures, const struct results *r, struct text *why) {
    size_t size = ((size_t)r->models + 1) * FIGURE_KINDS;
    struct text script = {0}, output = {0};
    int *drawn = malloc((size + 1) * sizeof *drawn);
    *figures = (struct figures){(int)size, calloc(size + 1, sizeof *figures->element)};
    bool good = drawn && figures->element;
    if (good) {
        int count = write_script(&script, r, drawn);
        good = !text_failed(&script) &&
               (count == 0 || (gnuplot_run(&script, &output, why) &&
                               take_apart(figures, r, &output, drawn, count, why)));
    }
    if (good) {
        struct text *last = &figures->element[size - FIGURE_KINDS + FIGURE_STABILITY];
        plot_stability(last, r);
        good = !text_failed(last);
    }
    if (!good) {
        text_add(why, why->length > 0 ? "" : "out of memory");
        figures->count = figures->element ? figures->count : 0;
        figures_free(figures);
    }
    text_clear(&script);
    text_clear(&output);
    free(drawn);
    return good;
}

bool figures_write(const struct figures *figures, const struct results *r,
                   const char *folder, struct text *why) {
    struct text inside = {0};
    text_format(&inside, "%s/figures", folder);
    bool good = output_folder(folder, "figures", why);
    for (int i = 0; good && i < figures->count; i++) {
        struct text name = {0}, file = {0};
        if (figures->element[i].length > 0) {
            figure_name(&name, r, find_model(r, i), (enum figure_kind)(i % FIGURE_KINDS));
            svg_file(&file, figures->element[i].data);
            good = output_replace(text_bytes(&inside), text_bytes(&name), &file, why);
        }
        text_clear(&name);
        text_clear(&file);
    }
    text_clear(&inside);
    return good;
}
