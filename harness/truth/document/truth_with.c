/* What belongs to a state of a truth, in balls.
 *
 * With no contact closed or touching, which the gaps' balls have to prove, the motion is smooth at
 * the time: accelerations and multipliers are the model's formulas, contacts have no force and
 * there is no impact. Where a gap may be zero the forces depend on what happens around the time:
 * the motion is enclosed up to it (ref_contact_truth).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/document/truth_with.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/truth/record/truth_ball.h"
#include "harness/truth/document/truth_contact.h"
#include "harness/truth/document/truth_multiplier.h"
#include "problems/model.h"
#include "problems/program/program.h"

static const char *const names[] = {"accelerations", "multipliers", "impulses"};
enum {
    names_count = sizeof names / sizeof *names,
    radius_bits = 64,
    text_room = 160,
    fewest_digits = 10,
    most_digits = 50
};

int truth_with_read(unsigned *with, const char *text, struct diagnostic *d) {
    *with = 0;
    for (const char *one = text; one != NULL && *one != '\0';) {
        size_t length = strcspn(one, ","), i = 0;
        while (i < names_count &&
               (strlen(names[i]) != length || strncmp(names[i], one, length) != 0))
            i++;
        if (i == names_count)
            return message_set(
                d,
                "--with %s: must be some of accelerations, multipliers and "
                "impulses",
                text);
        *with |= 1u << i;
        one += length + (one[length] == ',');
    }
    return *with != 0 || text == NULL ? 0
                                      : message_set(d, "--with: nothing is asked for");
}

/* The balls of a program's first outputs under their names, with `ending` behind. */
static json_t *list(struct model *m, struct program *p, const struct ref_truth *truth,
                    int k, int count, char *const *name, const char *ending) {
    json_t *all = json_array();
    bool known = p != NULL;
    for (int i = 0; i < count && known; i++) {
        mpfr_t centre, radius;
        char text[text_room];
        mpfr_init2(centre, mpfr_get_prec(truth->state[0]));
        mpfr_init2(radius, radius_bits);
        known = truth_program_output(centre, radius, m, p, truth, k, i) == 0;
        snprintf(text, sizeof text, "%s%s", name[i], ending);
        if (known)
            json_array_append_new(all, truth_ball_describe(text, centre, radius));
        mpfr_clear(centre);
        mpfr_clear(radius);
    }
    if (known)
        return all;
    json_decref(all);
    return json_string("the formulas have no finite balls there");
}

/* What the enclosure is asked for: what the state has, within reason. */
static int digits_of(const struct ref_truth *truth, int k) {
    return (int)fmin(fmax(truth->digits[k], fewest_digits), most_digits);
}

/* Whether a contact's gap is not proved to be positive. */
static bool touches(struct model *m, const struct ref_truth *truth, int k) {
    bool touches = false;
    struct program *gaps = m->contacts > 0 ? model_gaps_program(m) : NULL;
    for (int i = 0; i < m->contacts && !touches; i++) {
        mpfr_t centre, radius;
        mpfr_init2(centre, mpfr_get_prec(truth->state[0]));
        mpfr_init2(radius, radius_bits);
        touches = gaps == NULL ||
                  truth_program_output(centre, radius, m, gaps, truth, k, i) != 0 ||
                  mpfr_lessequal_p(centre, radius);
        mpfr_clear(centre);
        mpfr_clear(radius);
    }
    program_free(gaps);
    return touches;
}

static json_t *multipliers(struct model *m, const struct ref_truth *truth, int k) {
    char **name = calloc((size_t)m->joints + 1, sizeof *name);
    struct program *p = m->joints > 0 && m->reduced ? model_multipliers_program(m) : NULL;
    json_t *all = NULL;
    for (int i = 0; i < m->joints && name != NULL; i++)
        name[i] = m->joint[i].name;
    if (m->joints == 0 && m->contacts == 0)
        all = json_string("the model has no joints and no contacts");
    else if (m->joints > 0 && !m->reduced)
        all = json_string("the joints are not eliminated by formulas");
    else if (name != NULL)
        all = m->joints > 0 ? list(m, p, truth, k, m->joints, name, "") : json_array();
    for (int i = 0; i < m->contacts && json_is_array(all); i++)
        json_array_append_new(all,
                              json_pack("{s:s, s:s, s:s}", "name", m->contact[i].name,
                                        "value", "0", "radius", "0"));
    program_free(p);
    free(name);
    return all;
}

static json_t *accelerations(struct model *m, const struct ref_truth *truth, int k) {
    struct program *p = model_rates_program(m);
    json_t *all = m->joints > 0 && !m->reduced
                      ? json_string("the joints are not eliminated by formulas")
                      : list(m, p, truth, k, m->nv + m->nz, m->state + m->nq, "'");
    program_free(p);
    return all;
}

json_t *truth_with_describe(struct model *m, const struct ref_truth *truth, int k,
                            unsigned with) {
    json_t *all = json_object();
    const bool closed = with != 0 && touches(m, truth, k);
    json_t *beside[REF_BESIDES] = {NULL};
    if (closed)
        truth_contact_describe(beside, m, truth->time[k], digits_of(truth, k));
    for (unsigned i = 0; i < names_count; i++) {
        json_t *one;
        if ((with & 1u << i) == 0)
            continue;
        if (closed)
            one = json_incref(beside[i]);
        else if (1u << i == TRUTH_ACCELERATIONS)
            one = accelerations(m, truth, k);
        else if (1u << i == TRUTH_MULTIPLIERS)
            one = multipliers(m, truth, k);
        else
            one =
                m->contacts > 0 ? json_array() : json_string("the model has no contacts");
        json_object_set_new(all, names[i], one);
    }
    for (int i = 0; i < REF_BESIDES; i++)
        json_decref(beside[i]);
    return all;
}

void truth_with_print(const json_t *with, FILE *out) {
    for (unsigned i = 0; i < names_count; i++) {
        const json_t *all = json_object_get(with, names[i]);
        size_t k;
        json_t *one;
        if (json_is_string(all))
            fprintf(out, "  %s: not told: %s\n", names[i], json_string_value(all));
        if (json_is_array(all))
            fprintf(out, "  %s:%s\n", names[i], json_array_size(all) == 0 ? " none" : "");
        json_array_foreach(all, k, one) {
            fprintf(out, "    %-12s %s  +- %s\n",
                    json_string_value(json_object_get(one, "name")),
                    json_string_value(json_object_get(one, "value")),
                    json_string_value(json_object_get(one, "radius")));
        }
    }
}
