/* What goes with a state whose contacts may be closed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/document/truth_contact.h"

#include "harness/base/truth_clock.h"
#include "harness/truth/record/truth_ball.h"
#include "problems/model.h"

enum { most_seconds = 60, text_room = 200 };

/* Row `row` of contact i: its name, and which slide it is along. */
static void write_name(char *text, const struct contact *c, int row) {
    if (row == 0)
        snprintf(text, text_room, "%s", c->name);
    else
        snprintf(text, text_room, "%s.slide%d", c->name, row);
}

static json_t *list_rows(const struct model *m, const struct ref_truth *truth) {
    json_t *all = json_array();
    int k = 0;
    for (int i = 0; i < m->contacts; i++)
        for (int row = 0; row <= m->contact[i].slides; row++, k++) {
            char name[text_room];
            write_name(name, &m->contact[i], row);
            json_array_append_new(
                all, truth_ball_describe(name, truth->state[k], truth->component[k]));
        }
    return all;
}

static json_t *list_rates(const struct model *m, const struct ref_truth *truth) {
    json_t *all = json_array();
    for (int i = 0; i < m->nv + m->nz; i++) {
        char name[text_room];
        snprintf(name, text_room, "%s'", m->state[m->nq + i]);
        json_array_append_new(
            all, truth_ball_describe(name, truth->state[i], truth->component[i]));
    }
    return all;
}

static bool is_zero(const struct ref_truth *truth) {
    bool zero = true;
    for (int i = 0; i < truth->nx; i++)
        zero = zero && mpfr_zero_p(truth->state[i]) && mpfr_zero_p(truth->component[i]);
    return zero;
}

static json_t *describe(const struct model *m, enum ref_beside which,
                        const struct ref_truth *truth, enum ref_status status) {
    char why[text_room];
    if (status != REF_OK) {
        snprintf(why, text_room, "contacts may be closed at that time: %s",
                 ref_status_text(status));
        return json_string(why);
    }
    if (which == REF_FORCES && m->joints > 0)
        return json_string("where contacts are closed, joints' multipliers are not told");
    if (truth == NULL)
        return json_string(which == REF_FORCES
                               ? "the contacts' forces are not determined, or change at "
                                 "that time"
                               : "a contact changes at that time");
    if (which == REF_IMPULSES && is_zero(truth))
        return json_array();
    return which == REF_ACCELERATIONS ? list_rates(m, truth) : list_rows(m, truth);
}

void truth_contact_describe(json_t *list[REF_BESIDES], struct model *m, mpfr_srcptr time,
                            int digits) {
    struct truth_clock clock = truth_clock_start(truth_clock_processor, most_seconds, 0);
    const struct ref_truth_options options = {.digits = digits,
                                              .constants = EVAL_EXACT_CONSTANTS,
                                              .stop = truth_clock_stop,
                                              .context = &clock};
    struct ref_truth *beside[REF_BESIDES];
    const enum ref_status status = ref_contact_truth(beside, m, time, &options);
    for (int i = 0; i < REF_BESIDES; i++) {
        list[i] = describe(m, (enum ref_beside)i, beside[i], status);
        ref_truth_free(beside[i]);
    }
}
