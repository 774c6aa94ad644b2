/* What a series is called, its colour and its line.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "reports/site/figure.h"
#include "reports/site/value.h"

enum { FIRST_PEERS = 4 }; /* colours from the last on */

const int figure_marks[COLOURS] = {6, 4, 8, 5, 12, 10, 1, 3, 7, 11, 9, 0};

/* A line of its own for each mode and part: solid by default, then broken ever more. */
static int choose_dash(const struct figure *f, const json_t *r, size_t key) {
    int dash = (int)key + 1;
    for (int i = 0; i < f->count && key == 0; i++)
        dash += value_is(f->series[i].result, "method", value_text(r, "method"));
    return dash;
}

static void add_word(char *words, size_t room, const char *more) {
    size_t length = strlen(words);
    if (*more != '\0' && length < room)
        snprintf(words + length, room - length, " \xC2\xB7 %s", more);
}

/* What follows the colon of work-precision: a mode of ours, how an integrator under test chooses
 * its steps, or another program. */
static const char *peer_of(const json_t *r) {
    static const char *const own[] = {":default", ":faithful", ":fixed-steps",
                                      ":error-control"};
    const char *quantity = value_text(r, "quantity"), *colon = strchr(quantity, ':');
    bool is_work = value_is(r, "study", "statistics") && colon != NULL &&
                   text_begins(quantity, "work-precision:");
    for (size_t i = 0; i < sizeof own / sizeof *own && is_work; i++)
        is_work = strcmp(colon, own[i]) != 0;
    return is_work ? colon + 1 : NULL;
}

static const char gsl[] = "gsl-"; /* has several methods, called by what follows */

/* Work of other programs has a name and a colour of its own. */
static void name_peer(const struct figure *f, struct series *s) {
    const char *name = peer_of(s->result);
    int peers = 0;
    for (int i = 0; i < f->count; i++)
        peers += peer_of(f->series[i].result) != NULL;
    s->colour = COLOURS - peers % FIRST_PEERS;
    s->dash = 1;
    const char *code = text_begins(name, gsl) ? name + strlen(gsl) : name;
    snprintf(s->code, sizeof s->code, "%.*s", (int)strcspn(code, "-"), code);
    snprintf(s->label, sizeof s->label, "%s (not ours)", name);
}

/* Energies of one method: a colour for each kind. */
static void name_energy(struct series *s, size_t key) {
    s->colour = (int)key + 1;
    s->dash = 1;
    snprintf(s->code, sizeof s->code, "%c",
             s->y[0] == 'k' ? 'T' : toupper((unsigned char)s->y[0]));
    snprintf(s->label, sizeof s->label, "%s", s->y);
}

/* Stacks under one method: a colour for each, broken for the weight. */
static void name_stack(const struct figure *f, struct series *s, size_t key) {
    s->colour = (f->count - (int)key) / 2 % COLOURS + 1;
    s->dash = (int)key + 1;
    snprintf(s->code, sizeof s->code, "%s", value_text(s->result, "component"));
}

static void name_method(struct series *s, bool has_keys) {
    const json_t *r = s->result;
    const char *part = value_text(r, "part");
    snprintf(s->code, sizeof s->code, "%s", value_text(r, "code"));
    snprintf(s->label, sizeof s->label, "%s", value_text(r, "method"));
    add_word(s->label, sizeof s->label, part);
    add_word(s->label, sizeof s->label, value_text(r, "component"));
    if (!value_is(r, "mode", "default"))
        add_word(s->label, sizeof s->label, value_text(r, "mode"));
    if (has_keys)
        add_word(s->label, sizeof s->label, s->y);
}

void figure_name_series(const struct figure *f, struct series *s, size_t key,
                        bool has_keys) {
    s->colour = (int)value_number(s->result, "number");
    s->dash = choose_dash(f, s->result, key);
    name_method(s, has_keys);
    if (peer_of(s->result) != NULL)
        name_peer(f, s);
    if (strcmp(f->kind->name, "energies") == 0)
        name_energy(s, key);
    if (strcmp(f->kind->name, "forces") == 0)
        name_stack(f, s, key);
    s->mark = f->kind->is_cloud && key > 0 ? CROSS
              : s->colour > 0              ? figure_marks[(s->colour - 1) % COLOURS]
                                           : DISC;
}
