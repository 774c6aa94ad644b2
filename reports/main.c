/* halfstep-pages DIR: draws the figures of an output folder and writes its index.html.
 *
 * Exit status: 0; 2: wrong usage, results that cannot be read, a folder that cannot be
 * written; 3: gnuplot is missing or fails. index.html appears when everything else is
 * done.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "reports/figures.h"
#include "reports/motion.h"
#include "reports/output.h"
#include "reports/page.h"
#include "reports/speed_figures.h"
#include "reports/speed_tables.h"

enum exit_status { STATUS_DONE = 0, STATUS_INPUT = 2, STATUS_MACHINE = 3 };

static const char usage[] = "usage: halfstep-pages DIR\n"
                            "Reads DIR/results.json and DIR/tables/*.tsv, writes "
                            "DIR/figures/*.svg and DIR/index.html.\n";

static enum exit_status write_page(const struct results *r, const struct figures *figures,
                                   const struct speed_figures *speed_figures,
                                   const char *folder, struct text *why) {
    struct columns columns = {0};
    struct tables tables = {0};
    struct text html = {0};
    enum exit_status status = STATUS_MACHINE;
    if (columns_find(r, &columns) && tables_find(&tables, folder, r)) {
        struct sides sides = sides_find(r);
        struct page page = {&html, r, &columns, &sides, figures, &tables, speed_figures};
        page_write(&page);
    }
    if (html.length == 0 || text_failed(&html)) {
        text_add(why, "out of memory");
    } else if (figures_write(figures, r, folder, why) &&
               speed_figures_write(speed_figures, r->speed, folder, why) &&
               speed_tables_write(r->speed, folder, why) &&
               output_replace(folder, "index.html", &html, why)) {
        status = STATUS_DONE;
    } else {
        status = STATUS_INPUT;
    }
    text_clear(&html);
    tables_free(&tables);
    columns_free(&columns);
    return status;
}

static enum exit_status make_report(const char *folder, struct text *why) {
    struct results r;
    struct figures figures;
    struct speed_figures speed_figures;
    struct text path = {0};
    enum exit_status status = STATUS_INPUT;
    text_format(&path, "%s/results.json", folder);
    if (results_read(&r, text_bytes(&path), why)) {
        status = STATUS_MACHINE;
        if (!motion_read(&r, folder)) {
            text_add(why, "out of memory");
        } else if (figures_draw(&figures, &r, why)) {
            if (speed_figures_draw(&speed_figures, r.speed, why)) {
                status = write_page(&r, &figures, &speed_figures, folder, why);
                speed_figures_free(&speed_figures);
            }
            figures_free(&figures);
        }
        results_free(&r);
    }
    text_clear(&path);
    return status;
}

int main(int arguments, char **argument) {
    if (arguments == 2 && strcmp(argument[1], "--help") == 0) {
        fputs(usage, stdout);
        return STATUS_DONE;
    }
    if (arguments != 2 || argument[1][0] == '-') {
        fputs(usage, stderr);
        return STATUS_INPUT;
    }
    struct text why = {0};
    enum exit_status status = make_report(argument[1], &why);
    if (status != STATUS_DONE) {
        fprintf(stderr, "halfstep-pages: %s\n", text_bytes(&why));
    }
    text_clear(&why);
    return (int)status;
}
