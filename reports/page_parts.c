/* Small parts that recur on the page.
 *
 * Marks differ in shape and in colour, so that neither is needed to tell them apart.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <ctype.h>
#include <string.h>

void page_symbols(struct text *out) {
    text_add(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"symbols\" "
             "aria-hidden=\"true\">\n"
             "<symbol id=\"mark-pass\" viewBox=\"0 0 16 16\">"
             "<circle cx=\"8\" cy=\"8\" r=\"5.5\" fill=\"currentColor\"/></symbol>\n"
             "<symbol id=\"mark-fail\" viewBox=\"0 0 16 16\">"
             "<path d=\"M3 3L13 13M13 3L3 13\" fill=\"none\" stroke=\"currentColor\" "
             "stroke-width=\"3.2\" stroke-linecap=\"round\"/></symbol>\n"
             "<symbol id=\"mark-not\" viewBox=\"0 0 16 16\">"
             "<circle cx=\"8\" cy=\"8\" r=\"5.5\" fill=\"none\" stroke=\"currentColor\" "
             "stroke-width=\"2\" stroke-dasharray=\"2.6 3.16\" stroke-linecap=\"round\"/>"
             "</symbol>\n</svg>\n");
}

void page_mark(struct text *out, enum verdict verdict, bool stops) {
    static const char *const names[] = {"pass", "not", "fail"};
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"mark %s%s\" "
                "aria-hidden=\"true\"><use href=\"#mark-%s\"/></svg>"
                "<span class=\"unseen\">%s</span>",
                names[verdict], stops ? " stops" : "", names[verdict],
                verdict_text(verdict));
}

void page_count(struct text *out, int count, const char *one, const char *many) {
    text_format(out, "%d\xC2\xA0%s", count, count == 1 ? one : many);
}

void page_fold(struct text *out, const char *summary, struct text *content) {
    if (content->length > 0) {
        text_format(out, "<details><summary>%s</summary>\n", summary);
        text_add_bytes(out, content->data, content->length);
        text_add(out, "</details>\n");
    }
    out->failed = out->failed || text_failed(content);
    text_clear(content);
}

void page_arithmetic(struct text *out, const char *arithmetic) {
    static const char multiple[] = "mpfr:";
    size_t length = strlen(multiple);
    if (strncmp(arithmetic, multiple, length) == 0) {
        text_add(out, "MPFR, ");
        text_escaped(out, arithmetic + length);
        text_add(out, "\xC2\xA0"
                      "bits");
    } else {
        text_escaped(out, arithmetic);
    }
}

void page_quantity(struct text *out, const struct report_result *result) {
    const struct quantity *quantity = quantity_of(result);
    if (quantity->label) {
        text_add(out, quantity->label);
    } else {
        text_escaped_bytes(out, result->quantity, (size_t)result_base_length(result));
    }
    const char *part = result_part(result);
    if (part[0] &&
        strcmp(part, "order") != 0) { /* "error-constant:order" is of the order */
        text_add(out, " of the ");
        text_escaped(out, part);
    }
}

/* Names of people begin with capitals wherever they stand. */
static void add_word(struct text *out, const char *word, size_t length, bool first) {
    static const char *const people[] = {"euler", "runge", "kutta", "merson"};
    bool capital = first;
    for (size_t i = 0; i < sizeof people / sizeof people[0]; i++) {
        capital = capital ||
                  (strlen(people[i]) == length && memcmp(people[i], word, length) == 0);
    }
    char letter = (char)(capital ? toupper((unsigned char)word[0]) : word[0]);
    text_escaped_bytes(out, &letter, length > 0 ? 1 : 0);
    text_escaped_bytes(out, word + 1, length > 0 ? length - 1 : 0);
}

void page_method(struct text *out, const struct results *r) {
    const char *method = r->method[0] ? r->method : r->count ? r->result[0].method : "";
    for (const char *word = method; *word;) {
        size_t length = strcspn(word, "-");
        bool last = word[length] == '\0';
        bool before_last = !last && strchr(word + length + 1, '-') == NULL;
        add_word(out, word, length, word == method);
        text_add(out, last ? "" : before_last ? " " : "-");
        word += length + (last ? 0 : 1);
    }
    text_add(out, method[0] ? "" : "No method");
}

void page_sentence(struct text *out, const char *reason) {
    size_t length = strlen(reason);
    if (length == 0) {
        return;
    }
    char first = (char)toupper((unsigned char)reason[0]);
    bool word = length > 1 && islower((unsigned char)reason[1]);
    text_escaped_bytes(out, word ? &first : reason, 1);
    text_escaped(out, reason + 1);
    text_add(out, strchr(".!?", reason[length - 1]) ? "" : ".");
}

void page_anchor(struct text *out, const struct report_model *model,
                 const struct column *column) {
    text_format(out, "m-%s", model->identifier);
    if (column) {
        text_add(out, "--");
        column_identifier(out, column);
    }
}

const struct report_result *page_main_result(const struct results *r, int model,
                                             const struct column *column) {
    const struct report_result *worst = NULL;
    for (int i = 0; i < r->count; i++) {
        const struct report_result *result = &r->result[i];
        if (result->model == model && !result->component && column_has(column, result) &&
            (!worst || result_is_worse(result, worst))) {
            worst = result;
        }
    }
    return worst ? worst : tally_results(r, model, column).worst;
}
