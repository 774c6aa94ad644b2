/* The frame of the page: head, contents at the side, one section after the other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include "reports/style.h"

static void write_head(const struct page *page) {
    text_add(
        page->out,
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n"
        "<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>");
    page_method(page->out, page->r);
    text_add(page->out, " \xC2\xB7 Halfstep</title>\n<style>\n");
    text_add(page->out, style_page);
    text_add(page->out, style_figure);
    text_add(page->out, "</style>\n</head>\n");
}

enum { MOST_BESIDE = 17 }; /* columns of the first table that leave room beside it */

/* The problems with the worst of their marks. */
static void write_contents(const struct page *page) {
    text_add(page->out, "<nav class=\"contents\" aria-label=\"Contents\">\n"
                        "<p><a href=\"#top\">Overview</a></p>\n");
    if (page_has_catalogue(page)) {
        text_add(page->out, "<p><a href=\"#catalogue\">All problems together</a></p>\n");
    }
    text_add(page->out, "<ul>\n");
    for (int i = 0; i < page->r->models; i++) {
        struct tally tally = tally_results(page->r, i, NULL);
        text_add(page->out, "<li><a href=\"#");
        page_anchor(page->out, &page->r->model[i], NULL);
        text_add(page->out, "\">");
        if (tally.worst) {
            page_mark(page->out, tally.worst->verdict, tally.stopping > 0);
        }
        text_add(page->out, " ");
        text_escaped(page->out, page->r->model[i].name);
        text_add(page->out, "</a></li>\n");
    }
    text_add(page->out, "</ul>\n<p><a href=\"#notes\">What this does not show</a></p>\n"
                        "</nav>\n");
}

void page_write(const struct page *page) {
    write_head(page);
    text_add(page->out, "<body id=\"top\">\n");
    page_symbols(page->out);
    write_contents(page);
    text_add(page->out, "<main>\n");
    page_overview(page);
    text_format(page->out, "<div class=\"first-screen%s\">\n",
                page->columns->count > MOST_BESIDE ? " stacked" : "");
    page_matrix(page);
    text_add(page->out, "<div>\n");
    page_failures(page);
    page_sides(page);
    page_run(page);
    text_add(page->out, "</div>\n</div>\n");
    page_catalogue(page);
    for (int i = 0; i < page->r->models; i++) {
        page_problem(page, i);
    }
    page_notes(page);
    text_add(page->out, "</main>\n</body>\n</html>\n");
}
