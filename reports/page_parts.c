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

static bool has_cases(enum quantity_kind kind) {
    return kind == QUANTITY_DEFECT || kind == QUANTITY_CASES;
}

/* Parts that have words of their own; NULL: it has none. */
static const char *part_words(const char *part) {
    static const struct {
        const char *part, *words;
    } known[] = {{"position-implicit", "form 1"}, {"velocity-implicit", "form 2"},
                 {"gaming", "gaming form"},       {"lazy", "lazily"},
                 {"every-step", "in every step"}, {"off", "without projection"},
                 {"strong", "where it is strong"}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(known[i].part, part) == 0) {
            return known[i].words;
        }
    }
    return NULL;
}

void page_quantity(struct text *out, const struct report_result *result) {
    const struct quantity *quantity = quantity_of(result);
    const char *words = quantity_words(result);
    if (words) {
        text_add(out, words);
        return;
    }
    if (quantity->label) {
        text_add(out, quantity->label);
    } else {
        text_escaped_bytes(out, result->quantity, (size_t)result_base_length(result));
    }
    const char *part = result_part(result);
    if (part[0] &&
        strcmp(part, "order") != 0) { /* "error-constant:order" is of the order */
        const char *named = part_words(part);
        text_add(out, named || has_cases(quantity->kind) ? ": " : " of the ");
        text_escaped(out, named ? named : part);
    }
}

/* The names in "velocity-implicit-euler, implicit-euler", joined by "and". */
void page_method(struct text *out, const struct results *r) {
    const char *method = r->method[0] ? r->method : r->count ? r->result[0].method : "";
    text_add(out, method[0] ? "" : "No method");
    for (const char *name = method; *name;) {
        size_t length = strcspn(name, ",");
        struct text one = {0};
        text_add_bytes(&one, name, length);
        text_add(out, name == method ? "" : name[length] ? ", " : " and ");
        if (name == method) {
            side_method(out, text_bytes(&one));
        } else {
            side_name(out, &(struct side){text_bytes(&one), ""}, false);
        }
        text_clear(&one);
        name += length;
        name += strspn(name, ", ");
    }
}

void page_side(struct text *out, const struct report_result *result) {
    if (!result->shared) {
        side_name(out, &(struct side){result->method, result->mode}, false);
    }
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

void page_reason(struct text *out, const struct report_result *result) {
    page_sentence(out, result->reason);
    if (result->accepted && result->accepted[0]) {
        text_add(out, " <b>Accepted:</b> ");
        page_sentence(out, result->accepted);
    }
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
