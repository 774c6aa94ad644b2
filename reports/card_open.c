/* What could not be judged, and why: equal reasons together, the most frequent first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/card.h"

#include <stdlib.h>
#include <string.h>

struct group {
    const struct report_result *first;
    int count;
};

static bool is_open(const struct report_result *result) {
    return result->verdict == VERDICT_NOT_ASYMPTOTIC && !result->component;
}

static bool is_together(const struct report_result *a, const struct report_result *b) {
    return strcmp(a->reason, b->reason) == 0 && strcmp(a->study, b->study) == 0;
}

static int collect(const struct results *r, struct group *group) {
    int groups = 0;
    for (int i = 0; i < r->count; i++) {
        const struct report_result *result = &r->result[i];
        int k = 0;
        if (!is_open(result)) {
            continue;
        }
        while (k < groups && !is_together(group[k].first, result)) {
            k++;
        }
        if (k == groups) {
            group[groups++] = (struct group){result, 0};
        }
        group[k].count++;
    }
    return groups;
}

static int compare_groups(const void *a, const void *b) {
    const struct group *p = a, *q = b;
    return p->count != q->count ? q->count - p->count
                                : (p->first > q->first) - (p->first < q->first);
}

/* Whether an earlier result of the group is about the same problem. */
static bool is_repeated(const struct results *r, int i) {
    for (int k = 0; k < i; k++) {
        if (is_open(&r->result[k]) && is_together(&r->result[k], &r->result[i]) &&
            r->result[k].model == r->result[i].model) {
            return true;
        }
    }
    return false;
}

static void write_problems(const struct page *page, const struct group *group) {
    const struct results *r = page->r;
    const char *comma = "";
    for (int i = 0; i < r->count; i++) {
        const struct report_result *result = &r->result[i];
        if (!is_open(result) || !is_together(result, group->first) || result->model < 0 ||
            is_repeated(r, i)) {
            continue;
        }
        text_format(page->out, "%s<a href=\"#", comma);
        page_anchor(page->out, &r->model[result->model], NULL);
        text_add(page->out, "\">");
        text_escaped(page->out, r->model[result->model].name);
        text_add(page->out, "</a>");
        comma = ", ";
    }
}

static void write_group(const struct page *page, const struct group *group) {
    enum subject_kind kind = subject_of(group->first);
    text_add(page->out, "<tr><th scope=\"row\">");
    if (kind != SUBJECT_KINDS) {
        text_add(page->out, subject_info(kind)->name);
    } else {
        text_escaped(page->out, group->first->study);
    }
    text_add(page->out, "</th><td class=\"why\">");
    page_sentence(page->out,
                  group->first->reason[0] ? group->first->reason : "no reason was given");
    text_format(page->out, "</td><td>%d</td><td class=\"where\">", group->count);
    write_problems(page, group);
    text_add(page->out, "</td></tr>\n");
}

static void write_lack(const struct page *page, bool has, const char *lacks,
                       const char *therefore) {
    if (!has) {
        text_format(page->out,
                    "<li><b>It has no %s.</b> <span class=\"soft\">%s</span></li>\n",
                    lacks, therefore);
    }
}

/* Optional parts of the interface that it does not have. */
static void write_lacks(const struct page *page) {
    const struct report_integrator *about = &page->r->integrator;
    text_add(page->out, "<ul class=\"lacks\">\n");
    write_lack(page, about->has_estimate, "error estimate",
               "Nothing is said about estimate and gap.");
    write_lack(page, about->has_advance, "error control",
               "Work against precision is measured with fixed steps, and nothing is said "
               "about the choice of step sizes.");
    write_lack(page, about->has_statistics, "counters of its own",
               "Only calls were counted, from outside.");
    text_add(page->out, "<li class=\"always\">Speed, memory and the reading of its own "
                        "models were not looked at.</li>\n</ul>\n");
}

void card_open(const struct page *page) {
    struct group *group = malloc(((size_t)page->r->count + 1) * sizeof *group);
    if (!group) {
        page->out->failed = true;
        return;
    }
    int groups = collect(page->r, group);
    qsort(group, (size_t)groups, sizeof *group, compare_groups);
    text_add(page->out, "<section class=\"problem\" id=\"open\">\n<h2>What could not be "
                        "judged, and why</h2>\n");
    write_lacks(page);
    if (groups > 0) {
        text_add(page->out, "<div class=\"wide\"><table class=\"points open\">\n<thead>"
                            "<tr><th scope=\"col\">Subject</th><th scope=\"col\">Why</th>"
                            "<th scope=\"col\">Verdicts</th><th scope=\"col\">Problems"
                            "</th></tr></thead>\n<tbody>\n");
    }
    for (int i = 0; i < groups; i++) {
        write_group(page, &group[i]);
    }
    text_add(page->out, groups > 0 ? "</tbody>\n</table></div>\n" : "");
    text_add(page->out, "</section>\n");
    free(group);
}
