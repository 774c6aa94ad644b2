/* The engines that a league is of.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/league/engines.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/data.h"
#include "harness/base/glob.h"
#include "harness/base/message.h"
#include "harness/base/version.h"
#include "harness/plugin/place.h"

/* The adapters that come with the project (harness/engines), apart by blanks. */
static const char names[] = ENGINE_NAMES;
enum { longest_name = 64 };

/* Ours that run beside them: what steps over contacts, and what has none. */
static const char *const methods[] = {"contact-stepper", "semi-explicit-euler",
                                      "velocity-implicit-euler"};
enum { methods_count = sizeof methods / sizeof *methods };

static const char *find_method(const char *word) {
    for (int i = 0; i < methods_count; i++)
        if (strcmp(methods[i], word) == 0)
            return methods[i];
    return NULL;
}

/* name[longest_name] := the next of the names from *at on; false: there are no more. */
static bool next_name(const char **at, char *name) {
    int length = 0;
    const bool found = sscanf(*at, "%63s%n", name, &length) == 1;
    *at += length;
    return found;
}

static bool is_name(const char *word) {
    char name[longest_name];
    for (const char *at = names; next_name(&at, name);)
        if (strcmp(name, word) == 0)
            return true;
    return false;
}

const char *league_engine_names(void) {
    return names;
}

bool league_is_engine(const char *word) {
    const struct plugin p = {.place = word};
    return is_name(word) || find_method(word) != NULL || strchr(word, '/') != NULL ||
           strchr(word, ' ') != NULL || place_is_library(&p);
}

static void find_place(char *place, size_t size, const char *word) {
    if (is_name(word))
        snprintf(place, size, "%s/%s.so", data_path(DATA_ENGINES), word);
    else
        snprintf(place, size, "%s", word);
}

bool league_is_installed(const char *name) {
    char place[4096];
    find_place(place, sizeof place, name);
    return access(place, R_OK) == 0;
}

static void add_option(struct league_engine *e, const char *name, const char *value) {
    const size_t length = strlen(e->options);
    e->option[e->plugin.options_count++] = (struct plugin_option){name, value};
    snprintf(e->options + length, sizeof e->options - length, "%s%s=%s",
             length > 0 ? " " : "", name, value);
}

static void set_options(struct league_engine *e, bool best, const struct plugin *given) {
    size_t i;
    json_t *setting;
    e->plugin.options = e->option;
    e->plugin.options_count = 0;
    for (int k = 0; k < given->options_count && k < LEAGUE_MOST_OPTIONS; k++)
        add_option(e, given->options[k].name, given->options[k].value);
    json_array_foreach(json_object_get(e->declared, "settings"), i, setting) {
        const char *usual = json_string_value(json_object_get(setting, "usual"));
        const char *value = json_string_value(json_object_get(setting, "best"));
        if (best && strcmp(usual, value) != 0 && i < LEAGUE_MOST_OPTIONS)
            add_option(e, json_string_value(json_object_get(setting, "name")), value);
    }
}

static bool is_set(const struct league_engine *e, const char *name) {
    for (int i = 0; i < e->plugin.options_count; i++)
        if (strcmp(e->option[i].name, name) == 0)
            return true;
    return false;
}

/* Whether a word is one of "a|b|c". */
static bool is_one_of(const char *words, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = words; at != NULL && *at != '\0';) {
        const size_t its = strcspn(at, "|");
        if (its == length && strncmp(at, word, length) == 0)
            return true;
        at += its + (at[its] == '|');
    }
    return false;
}

static bool declares(const struct league_engine *e, const char *name, const char *value) {
    size_t i;
    json_t *setting;
    json_array_foreach(json_object_get(e->declared, "settings"), i, setting) {
        const char *its = json_string_value(json_object_get(setting, "name"));
        if (its != NULL && strcmp(its, name) == 0)
            return is_one_of(json_string_value(json_object_get(setting, "values")),
                             value);
    }
    return false;
}

void league_engine_choose(struct league_engine *to, const struct league_engine *from,
                          const char *option) {
    *to = *from;
    to->plugin.place = to->place;
    to->plugin.name = to->title;
    to->plugin.options = to->option;
    snprintf(to->room, sizeof to->room, "%s", option != NULL ? option : "");
    for (char *at = to->room; *at != '\0' && to->method == NULL;) {
        char *name = at, *value = strchr(at, '=');
        at += strcspn(at, " ");
        if (*at != '\0')
            *at++ = '\0';
        if (value == NULL || to->plugin.options_count == LEAGUE_MOST_OPTIONS)
            continue;
        *value++ = '\0';
        if (declares(to, name, value) && !is_set(to, name))
            add_option(to, name, value);
    }
}

static int add_column(struct league_engines *all, const char *place, json_t *declared,
                      bool best, const struct plugin *limits, struct diagnostic *d) {
    if (all->count == LEAGUE_MOST_ENGINES)
        return message_set(d, "%s: more than %d columns: name fewer engines", place,
                           LEAGUE_MOST_ENGINES);
    struct league_engine *e = &all->engine[all->count];
    *e = (struct league_engine){.plugin = *limits, .declared = declared};
    snprintf(e->place, sizeof e->place, "%s", place);
    snprintf(e->title, sizeof e->title, "%.80s%s",
             json_string_value(json_object_get(declared, "name")), best ? " best" : "");
    e->plugin.place = e->place;
    e->plugin.name = e->title;
    e->plugin.is_engine = true;
    set_options(e, best, limits);
    if (best && e->plugin.options_count == 0)
        return 0; /* the usual settings are the best */
    json_incref(declared);
    all->count++;
    return 0;
}

static int add_method(struct league_engines *all, const char *name,
                      struct diagnostic *d) {
    static const struct plugin none = {0};
    const int at = all->count;
    json_t *declared = json_pack("{s:s, s:s, s:i, s:b, s:[], s:[]}", "name", name,
                                 "version", HALFSTEP_VERSION, "significand_bits", 53,
                                 "is_ours", 1, "scenes", "settings");
    const int failed = add_column(all, name, declared, false, &none, d);
    if (!failed)
        all->engine[at].method = find_method(name);
    json_decref(declared);
    return failed;
}

int league_engines_add(struct league_engines *all, const char *word,
                       const struct plugin *limits, struct diagnostic *d) {
    char place[4096];
    json_t *declared;
    if (find_method(word) != NULL)
        return add_method(all, word, d);
    if (is_name(word) && !league_is_installed(word))
        return message_set(d,
                           "engine '%s' is not built: the launcher, './halfstep "
                           "engines', builds those whose packages it finds",
                           word);
    find_place(place, sizeof place, word);
    struct plugin asked = *limits;
    asked.place = place;
    asked.name = word;
    if (plugin_declared(&declared, &asked, d))
        return -1;
    const int failed =
        add_column(all, place, declared, false, limits, d) ||
        (limits->options_count == 0 && add_column(all, place, declared, true, limits, d));
    json_decref(declared);
    return failed;
}

/* Also one whose engine has been removed since, so that it cannot be loaded, harms no other. */
void league_engines_add_all(struct league_engines *all, const struct plugin *limits) {
    char place[4096], name[longest_name];
    for (const char *at = names; next_name(&at, name);) {
        struct diagnostic why = {""};
        find_place(place, sizeof place, name);
        if (league_is_installed(name) && league_engines_add(all, name, limits, &why) == 0)
            continue;
        const size_t length = strlen(all->missing);
        snprintf(all->missing + length, sizeof all->missing - length, "%s%s%s%s%s",
                 length > 0 ? ", " : "", name, why.text[0] != '\0' ? " (" : "", why.text,
                 why.text[0] != '\0' ? ")" : "");
    }
    for (int i = 0; i < methods_count && all->count > 0; i++) {
        struct diagnostic ignored;
        add_method(all, methods[i], &ignored);
    }
}

const json_t *league_engine_scene(const struct league_engine *e, const char *model) {
    size_t i;
    json_t *scene;
    char words[1024], pattern[128];
    json_array_foreach(json_object_get(e->declared, "scenes"), i, scene) {
        snprintf(words, sizeof words, "%s",
                 json_string_value(json_object_get(scene, "models")));
        int length = 0;
        for (char *at = words; sscanf(at, "%127s%n", pattern, &length) == 1; at += length)
            if (glob_matches(pattern, model))
                return scene;
    }
    return NULL;
}

void league_engines_clear(struct league_engines *all) {
    for (int i = 0; i < all->count; i++)
        json_decref(all->engine[i].declared);
    all->count = 0;
}
