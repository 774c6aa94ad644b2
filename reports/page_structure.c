/* What the studies of geometry, stability and drift found, for all problems together: which
 * forms are symplectic and what that is worth, how long steps may be, and how constraints
 * drift.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <string.h>

static const char about_geometry[] =
    "<h3>Symplectic or not</h3>\n<p>Where q\xE2\x80\xB2 = v and the energy is "
    "\xC2\xBDv\xE1\xB5\x80Mv + U(q), a step of semi-explicit Euler in any of its forms "
    "is "
    "symplectic: its exact derivative keeps the two-form to all digits of the working "
    "precision, and the energy with the first term of its modification, "
    "H \xC2\xB1 (h/2) v\xE1\xB5\x80"
    "Mf, stays within h\xC2\xB2. So the energy only swings, however long the run; "
    "explicit "
    "Euler\xE2\x80\x99s grows. Where forces depend on velocities the gaming form differs "
    "from form 2, of which it is the explicit stand-in, by h\xC2\xB2 "
    "f<sub>v</sub>f, in proportion to a weak damping and to the square of a strong "
    "one.</p>\n";

static const char about_stability[] =
    "<h3>Stability limits</h3>\n<p>Form 1 takes positions implicitly and velocities as "
    "they "
    "were; where q\xE2\x80\xB2 = v it has the very orbits of the gaming form, begun at "
    "another point, whatever the forces. So both are stable on a spring with a damper up "
    "to "
    "h\xC2\xB2k + 2hc = 4: damping shortens the longest step. Form 2 is stable up to "
    "h\xC2\xB2k = 4 + 2hc: damping lengthens it. On a body that turns freely, form 1 and "
    "the gaming form are explicit Euler in the angular velocities and gain energy with "
    "every step, (h\xC2\xB2/2) \xCF\x89\xE2\x80\xB2\xC2\xB7I\xCF\x89\xE2\x80\xB2; form 2 "
    "loses as much and never grows. Form 1 is no remedy: what is gained by solving an "
    "equation is gained in form 2.</p>\n";

static const char about_drift[] =
    "<h3>Drift</h3>\n<p>Constraints are kept by their second derivatives alone, so that "
    "errors add up: without projection they grow with the method\xE2\x80\x99s order of h "
    "and with time. With projection they are never above the "
    "tolerance, at no time that is reported and at the end of no step.</p>\n";

bool page_has_study(const struct page *page, const char *study) {
    for (int i = 0; i < page->r->count; i++) {
        if (strcmp(page->r->result[i].study, study) == 0) {
            return true;
        }
    }
    return false;
}

bool page_has_structure(const struct page *page) {
    return page_has_study(page, "geometry") || page_has_study(page, "stability") ||
           page_has_study(page, "drift");
}

/* Links to the problems that have a picture of the kind. */
static void write_links(const struct page *page, enum figure_kind kind) {
    int count = 0;
    for (int i = 0; i < page->r->models; i++) {
        if (!figure_element(page->figures, i, kind)) {
            continue;
        }
        text_add(page->out, count++ == 0 ? "<p>Pictures: " : ", ");
        text_add(page->out, "<a href=\"#");
        page_anchor(page->out, &page->r->model[i], NULL);
        text_add(page->out, "\">");
        text_escaped(page->out, page->r->model[i].name);
        text_add(page->out, "</a>");
    }
    text_add(page->out, count > 0 ? ".</p>\n" : "");
}

static void write_finding(const struct page *page, struct text *out,
                          const struct report_result *result) {
    text_format(out, "<li%s>", result_stops(result) ? " class=\"stops\"" : "");
    page_mark(out, result->verdict, result_stops(result));
    text_add(out, "<div><b>");
    page_quantity(out, result);
    text_add(out, "</b>, ");
    page_side(out, result);
    if (result->model >= 0) {
        text_add(out, ", ");
        text_escaped(out, page->r->model[result->model].name);
    }
    text_add(out, ": <b>");
    page_value(out, result);
    text_add(out, "</b>. ");
    page_reason(out, result);
    text_add(out, "</div></li>\n");
}

void page_findings(const struct page *page, const char *study) {
    int count = 0, passing = 0;
    struct text stops = {0}, others = {0};
    for (int i = 0; i < page->r->count; i++) {
        const struct report_result *result = &page->r->result[i];
        if (strcmp(result->study, study) != 0) {
            continue;
        }
        count++;
        passing += result->verdict == VERDICT_PASS ? 1 : 0;
        if (result_stops(result)) {
            write_finding(page, &stops, result);
        } else if (result->model < 0) {
            write_finding(page, &others, result);
        }
    }
    text_format(page->out, "<p>%d of ", passing);
    page_count(page->out, count, "result passes", "results pass");
    text_add(page->out, ".</p>\n");
    if (stops.length > 0) {
        text_format(page->out, "<ul class=\"findings\">\n%s</ul>\n", text_bytes(&stops));
    }
    if (others.length > 0) {
        text_add(page->out, "<details><summary>One by one</summary>\n"
                            "<ul class=\"findings\">\n");
        text_add_bytes(page->out, others.data, others.length);
        text_add(page->out, "</ul>\n</details>\n");
    }
    page->out->failed = page->out->failed || text_failed(&stops) || text_failed(&others);
    text_clear(&stops);
    text_clear(&others);
}

void page_structure(const struct page *page) {
    if (!page_has_structure(page)) {
        return;
    }
    text_add(page->out,
             "<section class=\"problem\" id=\"structure\">\n<h2>Structure</h2>\n");
    if (page_has_study(page, "geometry")) {
        text_add(page->out, about_geometry);
        write_links(page, FIGURE_ENERGY);
        page_findings(page, "geometry");
    }
    if (page_has_study(page, "stability")) {
        text_add(page->out, about_stability);
        text_add(page->out, "<div class=\"figures\">\n");
        page_figure(page, MODEL_NONE, FIGURE_LIMITS);
        page_figure(page, MODEL_NONE, FIGURE_TURNING);
        text_add(page->out, "</div>\n");
        page_findings(page, "stability");
    }
    if (page_has_study(page, "drift")) {
        text_add(page->out, about_drift);
        write_links(page, FIGURE_JOINTS);
        page_findings(page, "drift");
    }
    text_add(page->out, "</section>\n");
}
