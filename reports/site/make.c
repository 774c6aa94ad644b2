/* The pages one after the other: filled when everything is drawn.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reports/files.h"
#include "reports/site/draw.h"
#include "reports/site/template.h"
#include "reports/site/value.h"

/* Beside the pages. */
static const char *const beside[] = {
    "page/style.css",   "page/colours.css", "script/find.js",  "script/sort.js",
    "script/series.js", "script/hover.js",  "script/theme.js", "script/address.js",
    "script/keys.js",   "script/zoom.js"};

/* A folder with engines.json alone has no page but that. */
static bool is_of_engines(void) {
    return access("results.json", F_OK) != 0 && access("engines.json", F_OK) == 0;
}

static bool read_all(struct site *site) {
    site->document = is_of_engines()
                         ? json_pack("{s:i}", "format", 1)
                         : document_read(site->folder, "results.json", site->why);
    if (site->document == NULL)
        return false;
    if (!json_is_object(site->document) || value_number(site->document, "format") != 1) {
        text_format(site->why, "%s/results.json: not a document of format 1",
                    site->folder);
        return false;
    }
    site->methods = json_array();
    site->problems = json_array();
    site->pages = json_array();
    site->view = json_object();
    if (site->without_figures)
        json_object_set_new(site->view, "without_figures", json_true());
    return true;
}

/* Figures become part of the view, or leave it. */
static bool embed(struct site *site, json_t *view) {
    if (!site->without_figures)
        return draw_embed(site, view);
    json_object_del(view, "figures");
    json_object_del(view, "motion");
    return true;
}

static bool fill_page(struct site *site, json_t *page) {
    struct text html = {0}, parts = text_made("%s/page", site->parts);
    json_t *view = json_object_get(page, "view");
    bool good = embed(site, view) &&
                template_fill(&html, text_bytes(&parts), value_text(page, "template"),
                              view, site->why) &&
                files_replace(site->folder, value_text(page, "file"), &html, site->why);
    json_object_del(page, "view");
    text_clear(&html);
    text_clear(&parts);
    return good;
}

static bool copy_parts(struct site *site) {
    bool good = true;
    for (size_t i = 0; i < sizeof beside / sizeof *beside && good; i++)
        good = files_copy(site->parts, site->folder, beside[i], site->why);
    return good;
}

/* The index comes last: where it is, everything is. */
static bool fill_pages(struct site *site) {
    for (size_t i = json_array_size(site->pages); i > 0; i--)
        if (!fill_page(site, json_array_get(site->pages, i - 1)))
            return false;
    return true;
}

static void add_pages(struct site *site) {
    site_annotate(site);
    site_sort(site);
    site_speed(site); /* which tells the others whether there is such a page */
    site_index(site);
    site_beside(site);
    site_problems(site);
    site_method_pages(site);
}

bool site_make(struct site *site, bool *is_drawing) {
    *is_drawing = false;
    if (!read_all(site))
        return false;
    site_engines(site); /* which tells the others whether there is such a page */
    if (is_of_engines())
        json_object_set_new(site->view, "alone", json_true());
    else
        add_pages(site);
    if (site->why->length > 0)
        return false;
    *is_drawing = !site->without_figures;
    if (*is_drawing && !draw_all(site))
        return false;
    *is_drawing = false;
    return copy_parts(site) && fill_pages(site);
}

void site_clear(struct site *site) {
    json_decref(site->pages);
    json_decref(site->problems);
    json_decref(site->methods);
    json_decref(site->view);
    json_decref(site->document);
    for (int i = 0; i < 2; i++)
        text_clear(&site->drawing[i]);
}
