/* How the columns are to be read, and what all of it does not show.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <string.h>

#include "reports/page_speed.h"

static void write_meanings(const struct page *page) {
    text_add(page->out, "<section>\n<h2>How to read it</h2>\n<dl class=\"meanings\">\n");
    const struct quantity *before = NULL;
    for (int i = 0; i < page->columns->count; i++) {
        const struct quantity *quantity = page->columns->column[i].quantity;
        if (quantity->meaning && quantity->meaning[0] && quantity != before) {
            text_format(page->out, "<div><dt>%s</dt><dd>%s</dd></div>\n", quantity->label,
                        quantity->meaning);
        }
        before = quantity;
    }
    text_add(page->out, "</dl>\n</section>\n");
}

static bool has_study(const struct results *r, const char *study) {
    for (int i = 0; i < r->count; i++) {
        if (strcmp(r->result[i].study, study) == 0) {
            return true;
        }
    }
    return false;
}

/* What the studies that were carried out leave open. */
static void write_limits(const struct page *page) {
    bool statistics = has_study(page->r, "statistics");
    bool timing = has_study(page->r, "timing");
    if (!statistics && !timing) {
        text_add(page->out, "<li>Steps are of fixed size. Nothing is said about the "
                            "choice of step sizes, about speed, or about long times."
                            "</li>\n");
    }
    if (statistics) {
        text_add(page->out,
                 "<li>Work is compared on these problems, over these spans, with the "
                 "tolerances that each method understands in its own way: what is "
                 "compared is the error reached. Methods of higher order are meant to "
                 "win at small errors.</li>\n"
                 "<li>An identity that holds and a replay that agrees say that what is "
                 "counted is what is done, not that it is done well.</li>\n");
    }
    if (statistics || timing) {
        text_add(page->out, "<li>Seconds are those of one machine on one day; "
                            "evaluations are the same everywhere.</li>\n");
    }
    if (timing) {
        text_add(page->out,
                 "<li>The original\xE2\x80\x99s times were recorded on another "
                 "machine: how much faster is a ratio of two machines, "
                 "too.</li>\n");
    }
}

/* What holds for every study of errors. */
static void write_general_limits(const struct page *page) {
    text_add(
        page->out,
        "<li>Orders and coefficients are measured on these problems, from these starting "
        "points, over these step sizes. A fault that leaves all of them as they are is "
        "not "
        "seen.</li>\n"
        "<li>Exponents identify nothing by themselves: every consistent method of order "
        "one "
        "whose estimate comes from halving the step has 2, 2 and 3. The coefficients say "
        "more.</li>\n"
        "<li>A verdict \xE2\x80\x9Cnot asymptotic\xE2\x80\x9D is no pass: nothing was "
        "learned about that quantity on that problem.</li>\n"
        "<li>A truth of grade \xE2\x80\x9C"
        "converged\xE2\x80\x9D rests on two runs of "
        "different precision and different order that agree to the digits given. That is "
        "evidence, not proof.</li>\n"
        "<li>All arithmetics read the same model file. If its equations are not those of "
        "the "
        "system that somebody had in mind, everything here may still pass.</li>\n");
    write_limits(page);
}

void page_notes(const struct page *page) {
    if (page->columns->count > 0) {
        write_meanings(page);
    }
    text_add(page->out,
             "<section id=\"notes\">\n<h2>What this does not show</h2>\n<ul>\n");
    if (page_has_speed(page)) {
        page_speed_limits(page->out);
    }
    if (!page_speed_leads(page) || page->r->count > 0) {
        write_general_limits(page);
    }
    text_add(page->out, "</ul>\n</section>\n");
}
