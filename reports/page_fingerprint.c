/* What a fingerprint says of an integrator in words, then its trees. Methods and modes
 * with the same fingerprint share one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>
#include <string.h>

#include "reports/fingerprint.h"
#include "reports/tree.h"

static bool is_repeated(const struct results *r, int i) {
    for (int k = 0; k < i; k++) {
        if (fingerprint_equal(&r->fingerprint[k], &r->fingerprint[i])) {
            return true;
        }
    }
    return false;
}

/* "Velocity-implicit Euler, default; implicit Euler, default": who has it. */
static void write_owners(const struct page *page, int first) {
    const struct results *r = page->r;
    for (int i = first; i < r->fingerprints; i++) {
        const struct fingerprint *f = &r->fingerprint[i];
        if (i > first && !fingerprint_equal(f, &r->fingerprint[first])) {
            continue;
        }
        text_add(page->out, i > first ? "; " : "");
        if (i == first && !r->integrator.given) {
            side_method(page->out, f->method);
            text_add(page->out, f->mode[0] ? ", " : "");
            text_escaped(page->out, f->mode);
        } else if (r->integrator.given) {
            text_escaped(page->out, f->method);
        } else {
            side_name(page->out, &(struct side){f->method, f->mode}, false);
        }
    }
}

static enum verdict find_verdict(const struct fingerprint *f) {
    return f->verdict == FINGERPRINT_PASS ? VERDICT_PASS : VERDICT_FAIL;
}

void page_diagnosis(struct text *out, const struct fingerprint *f) {
    page_sentence(out, f->diagnosis[0] ? f->diagnosis
                       : f->name[0]    ? f->name
                                       : "nothing is known about this method");
    if (f->verdict == FINGERPRINT_NO_METHOD) {
        text_add(out, " Its weights depend on the size of the step: it is no method with "
                      "weights of its own.");
    }
}

/* What all failing trees share, when the diagnosis does not say it. */
static void write_feature(struct text *out, const struct fingerprint *f) {
    if (f->feature[0] && fingerprint_failures(f) > 0 &&
        strstr(f->diagnosis, f->feature) == NULL) {
        text_add(out, "<p>What those that fail have in common: ");
        text_escaped(out, f->feature);
        text_add(out, strchr(".!?", f->feature[strlen(f->feature) - 1]) ? "" : ".");
        text_add(out, "</p>\n");
    }
}

static void write_probes(struct text *out, const struct fingerprint *f) {
    if (f->probes == 0) {
        return;
    }
    text_add(out, "<p class=\"soft\">Measured ");
    text_add(out, f->arithmetic[0] ? "in " : "");
    page_arithmetic(out, f->arithmetic);
    text_add(out, " by probes ");
    int agreeing = 0;
    for (int i = 0; i < f->probes; i++) {
        text_add(out, i == 0 ? "" : i == f->probes - 1 ? " and " : ", ");
        text_escaped(out, f->probe[i].name);
        agreeing += f->probe[i].agrees ? 1 : 0;
    }
    text_add(out, agreeing == f->probes ? ", which agree." : ".");
    for (int i = 0; i < f->probes; i++) {
        if (!f->probe[i].agrees) {
            text_add(out, " <b>Probe ");
            text_escaped(out, f->probe[i].name);
            text_add(out, " does not agree.</b> ");
            page_sentence(out, f->probe[i].why);
        }
    }
    text_add(out, "</p>\n");
}

/* Families of problems that it does not take. */
static void write_refusals(struct text *out, const struct fingerprint *f) {
    for (int i = 0; i < f->refusals; i++) {
        const struct fingerprint_refusal *r = &f->refusal[i];
        text_add(out, "<p>It does not take problems of the form ");
        text_add(out, strcmp(r->family, "mechanical") == 0 ? "q\xE2\x80\xB2 = N(q) v"
                      : strcmp(r->family, "nystrom") == 0  ? "q\xE2\x80\xB2 = v"
                                                           : "");
        text_add(out, " <span class=\"soft\">(");
        text_escaped(out, r->family);
        text_add(out, ")</span>. ");
        page_sentence(out, r->why);
        text_add(out, "</p>\n");
    }
}

static void write_fingerprint(const struct page *page, int i) {
    const struct fingerprint *f = &page->r->fingerprint[i];
    if (!page->r->integrator.given || page->r->fingerprints > 1) {
        text_add(page->out, "<h3 class=\"owner\">");
        page_mark(page->out, find_verdict(f), f->verdict != FINGERPRINT_PASS);
        text_add(page->out, " ");
        write_owners(page, i);
        text_add(page->out, "</h3>\n");
    }
    text_add(page->out, "<p>");
    page_diagnosis(page->out, f);
    text_add(page->out, "</p>\n");
    write_feature(page->out, f);
    if (!page->r->integrator.given) {
        page_traits(page->out, f);
    }
    write_probes(page->out, f);
    write_refusals(page->out, f);
    page_trees(page->out, f, page->r->integrator.given);
}

static void write_reading(struct text *out) {
    text_add(
        out,
        "<p class=\"soft\">One step expands into elementary differentials of the "
        "equations q\xE2\x80\xB2 = N(q) v, v\xE2\x80\xB2 = f(t, q, v), one for each "
        "tree, "
        "with a weight that belongs to the method. The weights were measured, exactly, "
        "in "
        "single steps from outside. A ring q stands for N, a disc v for f, a diamond t "
        "for the time that f is told; what a node is differentiated by stands above it. "
        "<i>Result</i> is the weight in the new state, <i>estimate</i> that in the error "
        "estimate.</p>\n");
}

void page_fingerprints(const struct page *page) {
    if (page->r->fingerprints == 0) {
        return;
    }
    text_add(page->out, "<section class=\"problem\" id=\"fingerprint\">\n<h2>");
    if (page->r->integrator.given) {
        const struct fingerprint *own = &page->r->fingerprint[0];
        page_mark(page->out, find_verdict(own), own->verdict != FINGERPRINT_PASS);
    }
    text_add(page->out, " Fingerprint</h2>\n");
    tree_symbols(page->out);
    write_reading(page->out);
    for (int i = 0; i < page->r->fingerprints; i++) {
        if (!is_repeated(page->r, i)) {
            write_fingerprint(page, i);
        }
    }
    if (!page->r->integrator.given &&
        figure_element(page->figures, MODEL_NONE, FIGURE_STABILITY)) {
        text_add(page->out, "<div class=\"figures\">\n");
        page_figure(page, MODEL_NONE, FIGURE_STABILITY);
        text_add(page->out, "</div>\n");
    }
    text_add(page->out, "</section>\n");
}
