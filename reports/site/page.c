/* The list of pages that are to be written.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/site.h"

void site_page(struct site *site, const char *folder, const char *page,
               const char *template, json_t *view) {
    const bool is_inside = *folder != '\0';
    json_object_set_new(view, "root", json_string(is_inside ? "../" : ""));
    json_object_set(view, "site", site->view);
    json_array_append_new(site->pages, json_pack("{s:o, s:s, s:o}", "file",
                                                 json_sprintf("%s%s%s.html", folder,
                                                              is_inside ? "/" : "", page),
                                                 "template", template, "view", view));
}
