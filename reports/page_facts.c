/* A problem's sizes, numbers and truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/json.h"
#include "reports/mathml.h"

static void write_state(struct text *out, const struct report_model *model) {
    const char *comma = "";
    text_add(out, "<div><dt>State</dt><dd>");
    if (model->nq + model->nv > 0) {
        page_count(out, model->nq, "position", "positions");
        text_add(out, ", ");
        page_count(out, model->nv, "velocity", "velocities");
        comma = ", ";
    }
    if (model->nz > 0) {
        text_add(out, comma);
        page_count(out, model->nz, "other state", "other states");
    }
    text_add(out, "</dd></div>\n");
}

/* An expression as mathematics, or as it is written. */
static void write_expression(struct text *out, const char *expression) {
    struct text math = {0};
    if (mathml_expression(&math, expression)) {
        text_format(
            out,
            "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mrow>%s</mrow></math>",
            text_bytes(&math));
    } else {
        text_escaped(out, expression);
    }
    text_clear(&math);
}

static void write_span(struct text *out, const struct report_model *model) {
    if (!model->begin) {
        return;
    }
    text_add(out, "<div><dt>Time</dt><dd>");
    write_expression(out, model->begin);
    text_add(out, " to ");
    write_expression(out, model->end);
    text_add(out, "</dd></div>\n");
}

static void write_values(struct text *out, const char *title, const struct fact *fact,
                         int count) {
    if (count == 0) {
        return;
    }
    text_format(out, "<div><dt>%s</dt><dd class=\"list\">", title);
    for (int i = 0; i < count; i++) {
        struct text equation = {0};
        text_format(&equation, "%s = %s", fact[i].name, fact[i].value);
        text_add(out, "<span>");
        write_expression(out, text_bytes(&equation));
        text_add(out, "</span> ");
        text_clear(&equation);
    }
    text_add(out, "</dd></div>\n");
}

static void write_truth(struct text *out, const struct report_model *model) {
    if (!model->grade[0]) {
        return;
    }
    text_add(out, "<div><dt>Truth</dt><dd>");
    text_escaped(out, model->grade);
    if (isfinite(model->digits)) {
        text_format(out,
                    ", %.0f\xC2\xA0"
                    "digits",
                    floor(model->digits));
    }
    const char *way = json_loose_text(model->truth, "way");
    if (model->steps && model->bits) {
        text_add(out, " (");
        text_escaped(out, way[0] ? way : "taylor");
        text_add(out, ": ");
        if (strcmp(model->steps, "0") != 0) { /* a formula takes none */
            text_escaped(out, model->steps);
            text_add(out, " steps in ");
        }
        text_escaped(out, model->bits);
        text_add(out, "\xC2\xA0"
                      "bits)");
    }
    text_add(out, "</dd></div>\n");
}

void page_facts(const struct page *page, int index) {
    const struct report_model *model = &page->r->model[index];
    text_add(page->out, "<dl class=\"facts\">\n");
    write_state(page->out, model);
    write_span(page->out, model);
    write_values(page->out, "Sizes", model->size, model->sizes);
    write_values(page->out, "Parameters", model->fact, model->facts);
    write_truth(page->out, model);
    if (model->kinks) {
        text_add(page->out,
                 "<div><dt>Kinks</dt><dd>yes: orders hold between them only</dd>"
                 "</div>\n");
    }
    text_add(page->out, "</dl>\n");
}
