/* SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/draw.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "reports/files.h"
#include "reports/site/figure.h"
#include "reports/site/value.h"

/* gnuplot reads each script from a file of the folder; its words stay in another. */
static const struct process {
    const char *command, *script, *log;
} processes[] = {
    {"exec gnuplot figures/1.gp 2>figures/1.log", "figures/1.gp", "figures/1.log"},
    {"exec gnuplot figures/2.gp 2>figures/2.log", "figures/2.gp", "figures/2.log"},
};
enum { PROCESSES = sizeof processes / sizeof *processes };

struct text *draw_begin(struct site *site, const char *name) {
    struct text *out = &site->drawing[site->drawn++ % PROCESSES];
    text_format(out, "name = 'figures/%s'\n", name);
    return out;
}

void draw_set(struct text *out, const char *variable, const char *words) {
    text_format(out, "%s = '", variable);
    for (const char *c = words; *c != '\0'; c++)
        if (*c == '\'')
            text_add(out, "''");
        else
            text_format(out, "%c", (unsigned char)*c < ' ' ? ' ' : *c);
    text_add(out, "'\n");
}

void draw_load(struct text *out, const char *file) {
    text_format(out, "load here.'/%s'\n", file);
}

json_t *draw_view(const char *name, const char *title, const char *note) {
    return json_pack("{s:s, s:s, s:s, s:[]}", "name", name, "title", title, "note", note,
                     "series");
}

json_t *draw_series(const char *label, int colour, int mark, int dash) {
    return json_pack("{s:s, s:i, s:i, s:i, s:s, s:s}", "label", label, "number", colour,
                     "symbol", mark, "dash", dash, "code", "", "note", "");
}

/* NULL: *why says why it cannot be started. */
static FILE *start(struct site *site, int index) {
    struct text script = {0}, place = text_made("%s/figures", site->parts);
    draw_set(&script, "here", text_bytes(&place));
    text_add(&script, text_bytes(&site->drawing[index]));
    bool good = files_replace(site->folder, processes[index].script, &script, site->why);
    text_clear(&script);
    text_clear(&place);
    FILE *process = good ? popen(processes[index].command, "r") : NULL;
    if (good && process == NULL)
        text_format(site->why, "gnuplot cannot be started: %s", strerror(errno));
    return process;
}

static bool finish(struct site *site, int index, FILE *process) {
    struct text words = {0};
    bool good = process != NULL && pclose(process) == 0;
    if (!good && process != NULL) {
        files_read(&words, ".", processes[index].log, NULL);
        text_format(site->why, "gnuplot fails: %s", text_bytes(&words));
    }
    text_clear(&words);
    unlink(processes[index].script);
    unlink(processes[index].log);
    return good;
}

bool draw_all(struct site *site) {
    FILE *process[PROCESSES] = {NULL};
    bool good = true;
    for (int i = 0; i < PROCESSES; i++)
        process[i] = site->drawing[i].length > 0 ? start(site, i) : NULL;
    for (int i = 0; i < PROCESSES; i++)
        good = (site->drawing[i].length == 0 || finish(site, i, process[i])) && good;
    return good;
}

/* Where the other report has the same figure, and it looks otherwise, that is put beside it. */
static bool set_before(struct site *site, json_t *figure, const char *file,
                       const struct text *now) {
    struct text before = {0};
    bool good = true;
    if (site->against != NULL && files_read(&before, site->against, file, NULL) &&
        strcmp(text_bytes(&before), text_bytes(now)) != 0) {
        struct text beside =
            text_made("figures/%s-before.svg", value_text(figure, "name"));
        good = files_replace(site->folder, text_bytes(&beside), &before, site->why);
        value_set(figure, "earlier", text_bytes(&beside));
        text_clear(&beside);
    }
    text_clear(&before);
    return good;
}

static bool embed(struct site *site, json_t *figure) {
    struct text svg = {0}, style = {0}, inside = {0}, alone = {0};
    struct text file = text_made("figures/%s.svg", value_text(figure, "name"));
    bool good = files_read(&svg, site->folder, text_bytes(&file), site->why) &&
                files_read(&style, site->parts, "page/colours.css", site->why);
    svg_tidy(&inside, text_bytes(&svg), value_text(figure, "title"), NULL);
    svg_tidy(&alone, text_bytes(&svg), value_text(figure, "title"), text_bytes(&style));
    value_set(figure, "svg", text_bytes(&inside));
    good = good && files_replace(site->folder, text_bytes(&file), &alone, site->why) &&
           set_before(site, figure, text_bytes(&file), &alone);
    text_clear(&file);
    text_clear(&svg);
    text_clear(&style);
    text_clear(&inside);
    text_clear(&alone);
    return good;
}

bool draw_embed(struct site *site, json_t *view) {
    json_t *motion = json_object_get(view, "motion"), *figure;
    bool good = true;
    size_t i;
    json_array_foreach(json_object_get(view, "figures"), i, figure) {
        good = good && embed(site, figure);
    }
    return good && (motion == NULL || draw_embed(site, motion));
}
