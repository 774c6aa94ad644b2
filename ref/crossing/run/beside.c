/* What goes with a state of a model with contacts: accelerations, forces, impulses.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/model.h"
#include "ref/crossing/beside.h"
#include "ref/model.h"
#include "ref/task.h"

enum { EXPECTED_LOSS = 64, ATTEMPTS = 4 };

/* NULL: no memory. */
static struct ref_truth *write(mpfr_srcptr time, int count, arb_srcptr value,
                               slong bits) {
    mpfr_t t;
    mpfr_init2(t, mpfr_get_prec(time));
    mpfr_set(t, time, MPFR_RNDN);
    struct ref_truth *truth =
        ref_truth_create(1, count, (const mpfr_t *)&t, (mpfr_prec_t)bits);
    for (int i = 0; i < count && truth != NULL; i++)
        ref_truth_set_ball(truth, i, value + i);
    if (truth != NULL) {
        truth->grade = REF_GRADE_CERTIFIED;
        truth->way = REF_BY_ENCLOSURE;
    }
    mpfr_clear(t);
    return truth;
}

static enum ref_status try_goals(const struct enclosure_task *task,
                                 struct enclosure_run *run) {
    double goal = ceil(task->options->digits * log2(10.0)) + EXPECTED_LOSS;
    enum ref_status status = REF_UNABLE;
    for (int k = 0; k < ATTEMPTS && status == REF_UNABLE; k++, goal *= 2) {
        status = crossing_run(task, (int)goal, run);
        if (enclosure_is_vanishing(task, run))
            break;
    }
    return status;
}

static enum ref_status run(struct enclosure_task *task, struct enclosure_run *run) {
    enum ref_status status;
    do
        status = try_goals(task, run);
    while (enclosure_counts_otherwise(task, run, status));
    return status;
}

enum ref_status ref_contact_truth(struct ref_truth *beside[REF_BESIDES], struct model *m,
                                  mpfr_srcptr time,
                                  const struct ref_truth_options *options) {
    const int n = ref_state_size(m), rates = m->nv + m->nz, rows = model_contact_rows(m);
    for (int i = 0; i < REF_BESIDES; i++)
        beside[i] = NULL;
    if (m->contacts == 0)
        return REF_NOT_APPLICABLE;
    mpfr_t t;
    mpfr_init2(t, mpfr_get_prec(time));
    mpfr_set(t, time, MPFR_RNDN);
    struct room room = {.last = NULL};
    struct crossing_beside found = {.acceleration = room_balls(&room, rates),
                                    .force = room_balls(&room, rows),
                                    .impulse = room_balls(&room, rows)};
    struct enclosure_task task = {.m = m,
                                  .n = n,
                                  .times = 1,
                                  .time = (const mpfr_t *)&t,
                                  .options = options,
                                  .beside = &found};
    struct enclosure_run r = {.value = room_balls(&room, n)};
    enum ref_status status = run(&task, &r);
    if (status == REF_OK && found.moves) {
        beside[REF_ACCELERATIONS] = write(time, rates, found.acceleration, r.bits);
        beside[REF_IMPULSES] = write(time, rows, found.impulse, r.bits);
        if (found.pushes)
            beside[REF_FORCES] = write(time, rows, found.force, r.bits);
    }
    room_clear(&room);
    mpfr_clear(t);
    return status;
}
