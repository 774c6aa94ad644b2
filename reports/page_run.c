/* What was run, with what, where, and on which truths it rests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>
#include <string.h>

#include "reports/decimal.h"

static void open_fact(struct text *out, const char *name) {
    text_add(out, "<div><dt>");
    text_escaped(out, name);
    text_add(out, "</dt><dd>");
}

static void close_fact(struct text *out) {
    text_add(out, "</dd></div>\n");
}

/* The result's text in the field of interest. */
static const char *get_arithmetic(const struct report_result *result) {
    return result->arithmetic;
}
static const char *get_study(const struct report_result *result) {
    return result->study;
}

/* The distinct texts of a field, in the order in which they come. */
static void write_distinct(const struct page *page, const char *name,
                           const char *(*get)(const struct report_result *),
                           void (*write)(struct text *, const char *)) {
    const struct results *r = page->r;
    const char *comma = "";
    open_fact(page->out, name);
    for (int i = 0; i < r->count; i++) {
        bool before = false;
        for (int k = 0; k < i && !before; k++) {
            before = strcmp(get(&r->result[k]), get(&r->result[i])) == 0;
        }
        if (!before && get(&r->result[i])[0]) {
            text_add(page->out, comma);
            write(page->out, get(&r->result[i]));
            comma = "; ";
        }
    }
    close_fact(page->out);
}

/* "converged for 21 problems, closed-form for 1". */
static void write_grades(const struct page *page) {
    const struct results *r = page->r;
    const char *comma = "";
    open_fact(page->out, "Truth");
    for (int i = 0; i < r->models; i++) {
        const char *grade = r->model[i].grade;
        bool before = false;
        int count = 0;
        for (int k = 0; k < r->models; k++) {
            bool same = strcmp(r->model[k].grade, grade) == 0;
            before = before || (same && k < i);
            count += same ? 1 : 0;
        }
        if (!before) {
            text_add(page->out, comma);
            text_escaped(page->out, grade[0] ? grade : "not said");
            text_add(page->out, " for ");
            page_count(page->out, count, "problem", "problems");
            comma = ", ";
        }
    }
    close_fact(page->out);
}

static void write_time(const struct page *page) {
    const double minute = 60;
    double seconds = page->r->seconds;
    if (!isfinite(seconds)) {
        return;
    }
    open_fact(page->out, "Time");
    if (seconds >= 2 * minute) {
        text_format(page->out, "%.0f\xC2\xA0min ", floor(seconds / minute));
        seconds = fmod(seconds, minute);
    }
    decimal_number(page->out, seconds, 2);
    text_add(page->out, "\xC2\xA0s");
    close_fact(page->out);
}

static void write_machine(const struct page *page) {
    for (int i = 0; i < page->r->facts; i++) {
        const char *name = page->r->fact[i].name;
        struct text capital = {0};
        text_add(&capital, name);
        if (capital.length > 0 && name[0] >= 'a' && name[0] <= 'z') {
            capital.data[0] = (char)(name[0] - 'a' + 'A');
        }
        open_fact(page->out, text_bytes(&capital));
        text_escaped(page->out, page->r->fact[i].value);
        close_fact(page->out);
        text_clear(&capital);
    }
}

void page_run(const struct page *page) {
    text_add(page->out, "<section>\n<h2>What was run</h2>\n<dl class=\"facts\">\n");
    open_fact(page->out, page->sides->count > 1 ? "Methods" : "Method");
    text_add(page->out, "<code>");
    text_escaped(page->out, page->r->method[0] ? page->r->method
                            : page->r->count   ? page->r->result[0].method
                                               : "");
    text_add(page->out, "</code>");
    close_fact(page->out);
    if (page->r->count > 0) {
        write_distinct(page, "Studies", get_study, text_escaped);
        write_distinct(page, "Arithmetic", get_arithmetic, page_arithmetic);
        write_grades(page);
    }
    write_time(page);
    write_machine(page);
    if (page->r->command[0]) {
        open_fact(page->out, "Command");
        text_add(page->out, "<code>");
        text_escaped(page->out, page->r->command);
        text_add(page->out, "</code>");
        close_fact(page->out);
    }
    text_add(page->out, "</dl>\n<p class=\"soft\">Every number behind this page is in "
                        "<a href=\"results.json\">results.json</a>.</p>\n</section>\n");
}
