/* SPDX-License-Identifier: BSD-2-Clause */
#include "reports/site/draw.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reports/output.h"
#include "reports/site/figure.h"
#include "reports/site/files.h"
#include "reports/site/value.h"

extern char **environ;

enum { PROCESSES = 2 };

/* gnuplot reads its script from a file of the folder; its words stay in another. */
static bool start(struct site *site, int index, pid_t *process) {
    static const char *const scripts[] = {"figures/1.gp", "figures/2.gp"};
    static const char *const logs[] = {"figures/1.log", "figures/2.log"};
    char *arguments[] = {"gnuplot", (char *)scripts[index], NULL};
    posix_spawn_file_actions_t actions;
    struct text script = {0};
    text_add(&script, "here = ");
    struct text place = {0};
    text_format(&place, "%s/figures", site->parts);
    figure_quote(&script, text_bytes(&place));
    text_add(&script, "\n");
    text_add(&script, text_bytes(&site->drawing[index]));
    bool good = output_replace(site->folder, scripts[index], &script, site->why);
    text_clear(&script);
    text_clear(&place);
    if (!good || posix_spawn_file_actions_init(&actions) != 0)
        return false;
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, logs[index],
                                     0x241 /* O_WRONLY | O_CREAT | O_TRUNC */, 0644);
    int reason = posix_spawnp(process, "gnuplot", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (reason != 0)
        text_format(site->why, "gnuplot cannot be started: %s", strerror(reason));
    return reason == 0;
}

static bool finish(struct site *site, int index, pid_t process) {
    static const char *const files[][2] = {{"figures/1.gp", "figures/1.log"},
                                           {"figures/2.gp", "figures/2.log"}};
    struct text words = {0}, ignored = {0};
    int status = 0;
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!good) {
        files_read(&words, ".", files[index][1], &ignored);
        text_format(site->why, "gnuplot fails: %s", text_bytes(&words));
    }
    text_clear(&words);
    text_clear(&ignored);
    unlink(files[index][0]);
    unlink(files[index][1]);
    return good;
}

bool draw_all(struct site *site) {
    pid_t process[PROCESSES];
    bool started[PROCESSES], good = true;
    for (int i = 0; i < PROCESSES; i++) {
        started[i] = site->drawing[i].length > 0 && good && start(site, i, &process[i]);
        good = good && (started[i] || site->drawing[i].length == 0);
    }
    for (int i = 0; i < PROCESSES; i++)
        good = (!started[i] || finish(site, i, process[i])) && good;
    return good;
}

/* Where the other report has the same figure, and it looks otherwise, that is put beside it. */
static void set_before(struct site *site, json_t *figure, const struct text *now) {
    struct text file = {0}, before = {0}, ignored = {0};
    text_format(&file, "figures/%s.svg", value_text(figure, "name"));
    if (site->against != NULL &&
        files_read(&before, site->against, text_bytes(&file), &ignored) &&
        strcmp(text_bytes(&before), text_bytes(now)) != 0) {
        file.length = 0;
        text_format(&file, "figures/%s-before.svg", value_text(figure, "name"));
        if (output_replace(site->folder, text_bytes(&file), &before, &ignored))
            value_set(figure, "earlier", text_bytes(&file));
    }
    text_clear(&file);
    text_clear(&before);
    text_clear(&ignored);
}

static bool embed(struct site *site, json_t *figure) {
    struct text file = {0}, svg = {0}, inside = {0}, alone = {0};
    text_format(&file, "figures/%s.svg", value_text(figure, "name"));
    bool good = files_read(&svg, site->folder, text_bytes(&file), site->why);
    if (good) {
        svg_tidy(&inside, text_bytes(&svg), value_text(figure, "title"), true);
        value_set(figure, "svg", text_bytes(&inside));
        svg_tidy(&alone, text_bytes(&svg), value_text(figure, "title"), false);
        const char *end = strstr(text_bytes(&alone), "<defs>");
        struct text styled = {0};
        if (end != NULL) {
            text_add_bytes(&styled, text_bytes(&alone), (size_t)(end - alone.data));
            text_add(&styled, "<style>");
            good = files_read(&styled, site->parts, "page/colours.css", site->why);
            text_add(&styled, "</style>\n");
            text_add(&styled, end);
            good = good &&
                   output_replace(site->folder, text_bytes(&file), &styled, site->why);
            set_before(site, figure, &styled);
        }
        text_clear(&styled);
    }
    text_clear(&file);
    text_clear(&svg);
    text_clear(&inside);
    text_clear(&alone);
    return good;
}

bool draw_embed(struct site *site, json_t *view) {
    static const char *const lists[] = {"figures", "motion"};
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        size_t i;
        json_t *figure;
        json_array_foreach(json_object_get(view, lists[k]), i, figure) {
            if (!embed(site, figure))
                return false;
        }
    }
    return true;
}
