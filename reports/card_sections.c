/* The sections of a report about one integrator.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/card.h"

#include <math.h>
#include <string.h>

#include "reports/fingerprint.h"
#include "reports/stability.h"

enum { SHOWN_AT_ONCE = 4 /* figures of a section; the others are folded */ };

static void open_section(const struct page *page, enum subject_kind kind,
                         const char *title) {
    const struct subject_info *info = subject_info(kind);
    struct subject_grade g = subject_grade(page->r, kind);
    text_format(page->out, "<section class=\"problem\" id=\"%s\">\n<h2>", info->anchor);
    if (g.worst) {
        page_mark(page->out, grade_mark(g.grade), g.grade == GRADE_FAILS);
    }
    text_format(page->out, " %s</h2>\n", title);
    if (!g.worst) {
        text_add(page->out, "<p class=\"soft\">Nothing was judged.</p>\n");
    }
}

static void close_section(const struct page *page) {
    text_add(page->out, "</section>\n");
}

/* One kind of figure of all problems, the first few unfolded. */
static void write_figures(const struct page *page, const enum figure_kind *kind,
                          int kinds) {
    struct text shown = {0}, folded = {0};
    int count = 0;
    for (int i = 0; i < page->r->models; i++) {
        for (int k = 0; k < kinds; k++) {
            struct page part = *page;
            part.out = count < SHOWN_AT_ONCE ? &shown : &folded;
            count += figure_element(page->figures, i, kind[k]) ? 1 : 0;
            if (figure_element(page->figures, i, kind[k])) {
                text_add(part.out, "<div class=\"of\"><h3>");
                text_escaped(part.out, page->r->model[i].name);
                text_add(part.out, "</h3>\n");
                page_figure(&part, i, kind[k]);
                text_add(part.out, "</div>\n");
            }
        }
    }
    if (count > 0) {
        text_format(page->out, "<div class=\"figures\">\n%s</div>\n", text_bytes(&shown));
    }
    struct text more = {0};
    text_format(&more, "Figures of more problems (%d)", count - SHOWN_AT_ONCE);
    if (folded.length > 0) {
        struct text grid = {0};
        text_format(&grid, "<div class=\"figures\">\n%s</div>\n", text_bytes(&folded));
        page_fold(page->out, text_bytes(&more), &grid);
    }
    page->out->failed = page->out->failed || text_failed(&shown) || text_failed(&folded);
    text_clear(&shown);
    text_clear(&folded);
    text_clear(&more);
}

static void write_subject(const struct page *page, enum subject_kind kind,
                          const char *title) {
    open_section(page, kind, title);
    card_evidence(page, kind);
    close_section(page);
}

void card_method(const struct page *page) {
    bool judged = subject_grade(page->r, SUBJECT_METHOD).worst != NULL;
    if (page->r->fingerprints == 0) {
        if (judged || page->r->integrator.given) {
            write_subject(page, SUBJECT_METHOD, "Method");
        }
        return;
    }
    page_fingerprints(page);
    if (judged) {
        text_add(page->out, "<section>\n<h3>Evidence</h3>\n");
        card_evidence(page, SUBJECT_METHOD);
        close_section(page);
    }
}

static void write_orders(const struct page *page) {
    open_section(page, SUBJECT_ORDER, "Orders");
    if (figure_element(page->figures, MODEL_NONE, FIGURE_ORDERS)) {
        text_add(page->out, "<div class=\"figures\">\n");
        page_figure(page, MODEL_NONE, FIGURE_ORDERS);
        text_add(page->out, "</div>\n");
    }
    card_evidence(page, SUBJECT_ORDER);
    close_section(page);
}

static void write_estimate(const struct page *page) {
    open_section(page, SUBJECT_ESTIMATE, "Error against estimate");
    if (figure_element(page->figures, MODEL_NONE, FIGURE_ESTIMATE)) {
        text_add(page->out, "<div class=\"figures loose\">\n");
        page_figure(page, MODEL_NONE, FIGURE_ESTIMATE);
        card_ratios(page);
        text_add(page->out, "</div>\n");
    }
    card_evidence(page, SUBJECT_ESTIMATE);
    close_section(page);
}

static void write_conservation(const struct page *page) {
    static const enum figure_kind kinds[] = {FIGURE_DRIFT, FIGURE_INVARIANTS};
    open_section(page, SUBJECT_CONSERVATION, "Energy, invariants, long times");
    write_figures(page, kinds, 2);
    card_evidence(page, SUBJECT_CONSERVATION);
    close_section(page);
}

/* Which built-in method has the same R(z). */
static void write_same_stability(const struct page *page) {
    const struct results *r = page->r;
    const struct fingerprint_stability *own =
        r->fingerprints > 0 ? &r->fingerprint[0].stability : NULL;
    const char *before = "";
    for (int i = r->fingerprints; own && i < r->fingerprints + r->compared; i++) {
        const struct fingerprint *other = &r->fingerprint[i];
        if (own->numerators > 0 && other->stability.numerators > 0 &&
            strcmp(before, other->method) != 0 &&
            stability_equal(own, &other->stability)) {
            before = other->method;
            text_add(page->out, "<p>It has the region of ");
            side_name(page->out, &(struct side){other->method, ""}, false);
            text_add(page->out, ", drawn once.</p>\n");
        }
    }
}

static void write_stability(const struct page *page) {
    text_add(page->out,
             "<section class=\"problem\" id=\"stability\">\n<h2>Stability</h2>\n");
    if (figure_element(page->figures, MODEL_NONE, FIGURE_STABILITY)) {
        text_add(page->out, "<div class=\"figures\">\n");
        page_figure(page, MODEL_NONE, FIGURE_STABILITY);
        text_add(page->out, "<div>\n");
        if (page->r->fingerprints > 0 && page->r->fingerprint[0].stability.text[0]) {
            text_add(page->out, "<p class=\"formula\">R(z) = ");
            page_formula(page->out, page->r->fingerprint[0].stability.text);
            text_add(page->out, "</p>\n");
        }
        write_same_stability(page);
        text_add(page->out, "</div>\n</div>\n");
    } else {
        text_add(page->out, "<p class=\"soft\">No stability function is known of it: "
                            "positions and velocities are treated differently, or it is "
                            "no method.</p>\n");
    }
    close_section(page);
}

static void write_work(const struct page *page) {
    static const enum figure_kind kinds[] = {FIGURE_WORK, FIGURE_WORK_TIME};
    bool any = false;
    for (int i = 0; i < page->r->models; i++) {
        any = any || figure_element(page->figures, i, FIGURE_WORK);
    }
    text_add(page->out, "<section class=\"problem\" id=\"work\">\n<h2>Work for an error, "
                        "beside the built-in methods</h2>\n");
    if (any) {
        write_figures(page, kinds, 2);
    } else {
        text_add(page->out, "<p class=\"soft\">Work against precision was not measured."
                            "</p>\n");
    }
    close_section(page);
}

static void write_counters(const struct page *page) {
    open_section(page, SUBJECT_COUNTERS, "What it counts");
    card_evidence(page, SUBJECT_COUNTERS);
    card_counters(page);
    close_section(page);
}

void card_sections(const struct page *page) {
    card_method(page);
    write_orders(page);
    write_estimate(page);
    write_conservation(page);
    write_stability(page);
    write_work(page);
    write_subject(page, SUBJECT_DETERMINISM, "Determinism");
    write_subject(page, SUBJECT_ROBUSTNESS, "Bad input");
    write_counters(page);
    card_open(page);
    page_detection(page);
}
