/* The first screen: what was checked, and whether it holds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>

/* One step of h and two of h/2: two arcs over one. */
static const char logo[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"logo\" viewBox=\"0 0 44 26\" "
    "aria-hidden=\"true\"><path class=\"whole\" d=\"M3 20C10 -2 34 -2 41 20\"/>"
    "<path class=\"halves\" d=\"M3 20C6 9 19 9 22 20C25 9 38 9 41 20\"/>"
    "<circle cx=\"3\" cy=\"20\" r=\"2.4\"/><circle cx=\"22\" cy=\"20\" r=\"2.4\"/>"
    "<circle cx=\"41\" cy=\"20\" r=\"2.4\"/></svg>";

static int count_required(const struct results *r) {
    int count = 0;
    for (int i = 0; i < r->count; i++) {
        count += r->result[i].required ? 1 : 0;
    }
    return count;
}

static int count_stopped_models(const struct results *r) {
    int count = 0;
    for (int i = 0; i < r->models; i++) {
        count += tally_results(r, i, NULL).stopping > 0 ? 1 : 0;
    }
    return count;
}

static bool has_study(const struct results *r, const char *quantity) {
    for (int i = 0; i < r->count; i++) {
        if (result_is(&r->result[i], quantity)) {
            return true;
        }
    }
    return false;
}

/* The fewest digits among the truths; NaN when no model says. */
static double find_fewest_digits(const struct results *r) {
    double fewest = NAN;
    for (int i = 0; i < r->models; i++) {
        fewest = fmin(fewest, r->model[i].digits);
    }
    return fewest;
}

static void write_lead(const struct page *page) {
    const struct results *r = page->r;
    bool order = has_study(r, "order"), gap = has_study(r, "gap-order");
    double digits = find_fewest_digits(r);
    text_add(page->out, "<p class=\"lead\">");
    if (order || gap) {
        text_format(page->out, "%s%s%s? ",
                    order ? "Does the error fall with the order that it should" : "",
                    order && gap ? ", and does "
                    : gap        ? "Does "
                                 : "",
                    gap ? "one step\xE2\x80\x99s error estimate tell its true error, in "
                          "exponent and in coefficient"
                        : "");
    }
    if (has_study(r, "work-precision")) {
        text_add(page->out, "What does an error cost, and do counters tell the truth? ");
    }
    if (has_study(r, "ns-per-step") || has_study(r, "chain-slope")) {
        text_add(page->out, "How long does a step take? ");
    }
    text_add(page->out, "Checked on ");
    page_count(page->out, r->models, "problem", "problems");
    if (isfinite(digits)) {
        text_format(page->out, ", against solutions known to %.0f digits or more",
                    floor(digits));
    }
    text_add(page->out, ".</p>\n");
}

static void write_headline(const struct page *page, const struct tally *all) {
    const struct results *r = page->r;
    int stopped = count_stopped_models(r), required = count_required(r);
    text_add(page->out, "<p class=\"headline\">");
    if (all->count == 0) {
        text_add(page->out, "Nothing was checked.");
    } else if (stopped > 0) {
        page_mark(page->out, VERDICT_FAIL, true);
        text_format(page->out, " %d of ", stopped);
        page_count(page->out, r->models, "problem", "problems");
        text_add(page->out, stopped == 1 ? " fails." : " fail.");
    } else if (all->stopping > 0) {
        page_mark(page->out, VERDICT_FAIL, true);
        text_add(page->out, " What is expected of all problems together fails.");
    } else {
        page_mark(page->out, VERDICT_PASS, false);
        if (required > 0) {
            text_format(page->out, " All %d required verdicts pass.", required);
        } else {
            text_add(page->out, " Nothing fails; nothing was required.");
        }
    }
    text_add(page->out, "</p>\n");
}

static void write_counts(const struct page *page, const struct tally *all) {
    static const enum verdict order[] = {VERDICT_PASS, VERDICT_FAIL,
                                         VERDICT_NOT_ASYMPTOTIC};
    text_add(page->out, "<ul class=\"counts\">\n");
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        text_add(page->out, "<li>");
        page_mark(page->out, order[i], false);
        text_format(page->out, "<b>%d</b> <span aria-hidden=\"true\">%s</span></li>\n",
                    all->verdicts[order[i]], verdict_text(order[i]));
    }
    text_add(page->out, "</ul>\n");
}

void page_brand(const struct page *page) {
    text_add(page->out, "<p class=\"brand\">");
    text_add(page->out, logo);
    text_add(page->out, " Halfstep <span>");
    text_escaped(page->out, page->r->version);
    text_add(page->out, "</span></p>\n");
}

void page_overview(const struct page *page) {
    struct tally all = tally_results(page->r, MODEL_ANY, NULL);
    text_add(page->out, "<header>\n");
    page_brand(page);
    text_add(page->out, "<h1>");
    page_method(page->out, page->r);
    text_add(page->out, "</h1>\n");
    write_lead(page);
    text_format(page->out, "<div class=\"outcome %s\">\n",
                all.count == 0     ? "none"
                : all.stopping > 0 ? "bad"
                                   : "good");
    write_headline(page, &all);
    write_counts(page, &all);
    text_add(page->out, "</div>\n</header>\n");
}
