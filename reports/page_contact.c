/* What the studies of contacts found: how bodies move, where the energy of an impact goes, the
 * laws of restitution side by side, stacks at rest. The pictures of all problems stand here.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <string.h>

static const char about[] = "<p>Gaps may not become negative; impulses push, and "
                            "friction opposes the slip with at "
                            "most \xCE\xBC times the normal impulse. The stepper solves "
                            "these laws in every step to "
                            "the last digits, and what it returns is measured anew here, "
                            "by other formulas: signs, "
                            "complementarity, the cone of friction, the direction of the "
                            "slip, momentum and energy, "
                            "phase by phase.</p>\n";

static const char about_laws[] =
    "<h3>Laws of restitution</h3>\n<p>When several contacts are struck at once, the "
    "outcome "
    "is a question of the law. Poisson gives back a part of the impulse, Newton of the "
    "velocity; at all contacts at once, or in turn, one impact after the other. None is "
    "wrong, but Newton\xE2\x80\x99s can make energy from nothing where an impact closes "
    "another contact, or friction acts; default mode gives back no more than was "
    "taken.</p>\n";

static const char about_stacks[] =
    "<h3>Stacks at rest</h3>\n<p>Ten seconds of 10000 steps: nothing moves, and each "
    "level "
    "carries the weight above it, however heavy the top, or the bottom.</p>\n";

static const enum figure_kind kinds[] = {FIGURE_STROBE, FIGURE_CONTACT_ENERGY,
                                         FIGURE_LAWS, FIGURE_SETTLING};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static bool has_pictures(const struct page *page, int model) {
    bool any = false;
    for (int k = 0; k < KINDS; k++) {
        any |= figure_element(page->figures, model, kinds[k]) != NULL;
    }
    return any;
}

bool page_has_contact(const struct page *page) {
    bool any = page_has_study(page, "budget") || page_has_study(page, "settling") ||
               page_has_study(page, "restitution");
    for (int i = 0; i < page->r->models; i++) {
        any |= has_pictures(page, i);
    }
    return any;
}

static void write_pictures(const struct page *page, int model) {
    if (!has_pictures(page, model)) {
        return;
    }
    const struct report_model *m = &page->r->model[model];
    text_add(page->out, "<h3><a href=\"#");
    page_anchor(page->out, m, NULL);
    text_add(page->out, "\">");
    text_escaped(page->out, m->title[0] ? m->title : m->name);
    text_add(page->out, "</a></h3>\n<div class=\"figures\">\n");
    for (int k = 0; k < KINDS; k++) {
        page_figure(page, model, kinds[k]);
    }
    text_add(page->out, "</div>\n");
}

void page_contact(const struct page *page) {
    if (!page_has_contact(page)) {
        return;
    }
    text_add(page->out, "<section class=\"problem\" id=\"contact\">\n<h2>Contact</h2>\n");
    text_add(page->out, about);
    if (page_has_study(page, "budget")) {
        page_findings(page, "budget");
    }
    if (page_has_study(page, "restitution")) {
        text_add(page->out, about_laws);
        page_findings(page, "restitution");
    }
    if (page_has_study(page, "settling")) {
        text_add(page->out, about_stacks);
        page_findings(page, "settling");
    }
    for (int i = 0; i < page->r->models; i++) {
        write_pictures(page, i);
    }
    text_add(page->out, "</section>\n");
}
