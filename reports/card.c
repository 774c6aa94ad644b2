/* The first screen of a report about one integrator: what it is, and whether it can be
 * trusted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/card.h"

#include <ctype.h>

#include "reports/fingerprint.h"
#include "reports/subject.h"

static const struct fingerprint *find_fingerprint(const struct results *r) {
    return r->fingerprints > 0 ? &r->fingerprint[0] : NULL;
}

static void write_title(const struct page *page) {
    const struct report_integrator *about = &page->r->integrator;
    text_add(page->out, "<h1>");
    text_escaped(page->out, about->name[0] ? about->name : "An integrator");
    text_add(page->out, "</h1>\n<p class=\"place\"><code>");
    text_escaped(page->out, about->place);
    text_add(page->out, "</code>");
    for (int i = 0; i < about->options; i++) {
        text_add(page->out, " <code>");
        text_escaped(page->out, about->option[i].name);
        text_add(page->out, "=");
        text_escaped(page->out, about->option[i].value);
        text_add(page->out, "</code>");
    }
    text_add(page->out, "</p>\n");
}

static void write_diagnosis(const struct page *page) {
    const struct fingerprint *f = find_fingerprint(page->r);
    text_add(page->out, "<p class=\"diagnosis\">");
    if (f) {
        page_diagnosis(page->out, f);
    } else {
        text_add(page->out, "What method it is could not be found out.");
    }
    text_add(page->out, "</p>\n");
}

static int count_subjects(const struct results *r, enum grade grade) {
    int count = 0;
    for (int i = 0; i < SUBJECT_KINDS; i++) {
        count += subject_grade(r, (enum subject_kind)i).grade == grade ? 1 : 0;
    }
    return count;
}

/* "method, order and robustness": the subjects with a grade, as links. */
static void write_subjects(struct text *out, const struct results *r, enum grade grade) {
    int count = count_subjects(r, grade), written = 0;
    for (int i = 0; i < SUBJECT_KINDS; i++) {
        const struct subject_info *info = subject_info((enum subject_kind)i);
        if (subject_grade(r, (enum subject_kind)i).grade == grade) {
            text_format(out, "%s%c%s",
                        written == 0           ? ""
                        : written == count - 1 ? " and "
                                               : ", ",
                        tolower((unsigned char)info->name[0]), info->name + 1);
            written++;
        }
    }
}

static void write_outcome(const struct page *page) {
    struct text *out = page->out;
    int failing = count_subjects(page->r, GRADE_FAILS);
    int holding = count_subjects(page->r, GRADE_HOLDS);
    text_format(out, "<div class=\"outcome %s\">\n<p class=\"headline\">",
                failing > 0   ? "bad"
                : holding > 0 ? "good"
                              : "none");
    page_mark(out,
              failing > 0   ? VERDICT_FAIL
              : holding > 0 ? VERDICT_PASS
                            : VERDICT_NOT_ASYMPTOTIC,
              failing > 0);
    if (failing > 0) {
        text_add(out, " Not to be trusted: it fails in ");
        write_subjects(out, page->r, GRADE_FAILS);
        text_add(out, ".");
    } else if (holding > 0) {
        text_add(out, " What could be judged holds: ");
        write_subjects(out, page->r, GRADE_HOLDS);
        text_add(out, ".");
    } else {
        text_add(out, " Nothing could be judged.");
    }
    text_add(out, "</p>\n</div>\n");
}

static void write_grade(const struct page *page, enum subject_kind kind) {
    const struct subject_info *info = subject_info(kind);
    struct subject_grade g = subject_grade(page->r, kind);
    struct text *out = page->out;
    if (kind == SUBJECT_COUNTERS && g.grade == GRADE_UNTRIED) {
        return; /* counters are shown, and judged only where it is known how */
    }
    text_format(out, "<li class=\"%s\"><a href=\"#%s\"><span class=\"subject\">",
                g.grade == GRADE_FAILS   ? "bad"
                : g.grade == GRADE_HOLDS ? "good"
                                         : "none",
                info->anchor);
    page_mark(out, grade_mark(g.grade), g.grade == GRADE_FAILS);
    text_format(out,
                " %s <b>%s</b></span><span class=\"question\">%s</span>"
                "<span class=\"count\">",
                info->name, grade_text(g.grade), info->question);
    if (g.worst) {
        text_format(out, "%d of %d pass", g.passing, g.passing + g.stopping + g.open);
        text_format(out, g.open > 0 ? ", %d open" : "", g.open);
    } else {
        text_add(out, "no study of it");
    }
    text_add(out, "</span></a></li>\n");
}

void page_card(const struct page *page) {
    const struct fingerprint *f = find_fingerprint(page->r);
    text_add(page->out, "<header>\n");
    page_brand(page);
    write_title(page);
    write_diagnosis(page);
    write_outcome(page);
    text_add(page->out, "</header>\n<section>\n<h2 class=\"unseen\">Grades</h2>\n"
                        "<ul class=\"grades\">\n");
    for (int i = 0; i < SUBJECT_KINDS; i++) {
        write_grade(page, (enum subject_kind)i);
    }
    text_add(page->out, "</ul>\n");
    if (f) {
        page_traits(page->out, f);
    }
    text_add(page->out, "</section>\n");
    card_sections(page);
}

void page_card_contents(const struct page *page) {
    static const struct {
        const char *anchor, *name;
    } parts[] = {
        {"fingerprint", "Fingerprint"}, {"orders", "Orders"},
        {"estimate", "Error estimate"}, {"conservation", "Conservation"},
        {"stability", "Stability"},     {"work", "Work"},
        {"determinism", "Determinism"}, {"robustness", "Bad input"},
        {"counters", "Counters"},       {"open", "Not judged"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        text_format(page->out, "<p><a href=\"#%s\">%s</a></p>\n", parts[i].anchor,
                    parts[i].name);
    }
}
