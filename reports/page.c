/* The frame of the page: head, contents at the side, one section after the other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include "reports/card.h"
#include "reports/page_speed.h"
#include "reports/speed_text.h"
#include "reports/style.h"

static void write_head(const struct page *page) {
    text_add(
        page->out,
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n"
        "<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>");
    if (page->r->integrator.given) {
        text_escaped(page->out, page->r->integrator.name);
    } else if (page_speed_leads(page)) {
        text_add(page->out, page_speed_title(page));
    } else {
        page_method(page->out, page->r);
    }
    text_add(page->out, " \xC2\xB7 Halfstep</title>\n<style>\n");
    text_add(page->out, style_page);
    text_add(page->out, style_figure);
    text_add(page->out, "</style>\n</head>\n");
}

enum { MOST_BESIDE = 17 }; /* columns of the first table that leave room beside it */

static void write_problems(const struct page *page) {
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
    text_add(page->out, "</ul>\n");
}

/* The problems with the worst of their marks; before them what is above them. */
static void write_contents(const struct page *page) {
    text_add(page->out, "<nav class=\"contents\" aria-label=\"Contents\">\n"
                        "<p><a href=\"#top\">Overview</a></p>\n");
    if (page->r->integrator.given) {
        page_card_contents(page);
    } else if (page->r->fingerprints > 0 ||
               subject_grade(page->r, SUBJECT_METHOD).worst) {
        text_add(page->out, "<p><a href=\"#fingerprint\">Fingerprint</a></p>\n");
    }
    if (page->r->detection) {
        text_add(page->out, "<p><a href=\"#detection\">How much is found</a></p>\n");
    }
    page_speed_contents(page);
    if (page_has_catalogue(page)) {
        text_add(page->out, "<p><a href=\"#catalogue\">All problems together</a></p>\n");
    }
    if (page_has_structure(page)) {
        text_add(page->out, "<p><a href=\"#structure\">Structure</a></p>\n");
    }
    if (page_has_contact(page)) {
        text_add(page->out, "<p><a href=\"#contact\">Contact</a></p>\n");
    }
    if (page_has_solutions(page)) {
        text_add(page->out, "<p><a href=\"#solutions\">Exact solutions</a></p>\n");
    }
    write_problems(page);
    text_add(page->out, "<p><a href=\"#notes\">What this does not show</a></p>\n"
                        "</nav>\n");
}

/* The first screen of a report about the built-in methods. */
static void write_first_screen(const struct page *page) {
    page_overview(page);
    text_format(page->out, "<div class=\"first-screen%s\">\n",
                page->columns->count > MOST_BESIDE ? " stacked" : "");
    page_matrix(page);
    text_add(page->out, "<div>\n");
    page_failures(page);
    page_sides(page);
    page_run(page);
    text_add(page->out, "</div>\n</div>\n");
    card_method(page);
    page_detection(page);
}

/* What leads over to the problems below a first screen about something else. */
static void write_transition(const struct page *page) {
    text_add(page->out, "<section class=\"problem\" id=\"problems\">\n<h2>Problem by "
                        "problem</h2>\n");
    page_matrix(page);
    page_run(page);
    text_add(page->out, "</section>\n");
}

void page_write(const struct page *page) {
    write_head(page);
    text_add(page->out, "<body id=\"top\">\n");
    page_symbols(page->out);
    if (page_has_speed(page)) {
        speed_symbols(page->out);
    }
    write_contents(page);
    text_add(page->out, "<main>\n");
    if (page->r->integrator.given) {
        page_card(page);
        write_transition(page);
    } else if (!page_speed_leads(page)) {
        write_first_screen(page);
    } else {
        page_speed_first_screen(page);
    }
    page_speed(page);
    if (page_speed_leads(page) && page->r->models > 0) {
        write_transition(page);
        page_failures(page);
    }
    page_catalogue(page);
    page_structure(page);
    page_contact(page);
    page_solutions(page);
    for (int i = 0; i < page->r->models; i++) {
        page_problem(page, i);
    }
    page_notes(page);
    text_add(page->out, "</main>\n</body>\n</html>\n");
}
