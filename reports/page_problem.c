/* The section of one problem.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include "reports/mathml.h"

static void write_title(const struct page *page, const struct report_model *model,
                        const struct tally *tally) {
    text_add(page->out, "<section class=\"problem\" id=\"");
    page_anchor(page->out, model, NULL);
    text_add(page->out, "\">\n<h2>");
    if (tally->worst) {
        page_mark(page->out, tally->worst->verdict, tally->stopping > 0);
    }
    text_add(page->out, " ");
    text_escaped(page->out, model->title[0] ? model->title : model->name);
    text_add(page->out, " <code>");
    text_escaped(page->out, model->name);
    text_add(page->out, "</code></h2>\n");
}

static void write_paragraph(struct text *out, const char *class, const char *words) {
    if (words[0]) {
        text_format(out, "<p class=\"%s\">", class);
        text_escaped(out, words);
        text_add(out, "</p>\n");
    }
}

static void write_tags(struct text *out, const struct report_model *model) {
    if (model->tags == 0) {
        return;
    }
    text_add(out, "<ul class=\"tags\">");
    for (int i = 0; i < model->tags; i++) {
        text_add(out, "<li>");
        text_escaped(out, model->tag[i]);
        text_add(out, "</li>");
    }
    text_add(out, "</ul>\n");
}

static void write_equations(struct text *out, const struct report_model *model) {
    if (model->equations > 0) {
        text_add(out, "<div class=\"equations\">\n");
        mathml_equations(out, model->equation, model->equations);
        text_add(out, "</div>\n");
    }
    if (model->text[0]) {
        text_add(out, "<details><summary>The whole model file</summary>\n<pre>");
        text_escaped(out, model->text);
        text_add(out, "</pre></details>\n");
    }
}

void page_problem(const struct page *page, int index) {
    const struct report_model *model = &page->r->model[index];
    struct tally tally = tally_results(page->r, index, NULL);
    write_title(page, model, &tally);
    write_paragraph(page->out, "why", model->why);
    write_paragraph(page->out, "source", model->source);
    write_tags(page->out, model);
    page_facts(page, index);
    write_equations(page->out, model);
    page_motion(page, index);
    page_figures(page, index);
    if (tally.count == 0) {
        text_add(page->out, "<p class=\"soft\">No study of this problem.</p>\n");
    } else {
        page_verdicts(page, index);
        page_components(page, index);
        page_coefficients(page, index);
        page_steps(page, index);
        page_statistics(page, index);
        page_timing(page, index);
    }
    text_add(page->out, "</section>\n");
}
