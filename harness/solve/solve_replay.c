/* One solution in MPFR with every decision of the original.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/solve/solve_replay.h"

#include "harness/base/message.h"
#include "problems/model.h"
#include "ref/vector.h"

bool solve_wants_replay(const struct solve_request *r) {
    const struct subject_options *o = &r->settings.subject;
    return subject_family(o) != INTEGRATOR_CONTACT &&
           (o->integrator.mode == FAST_FAITHFUL || !o->integrator.fixed_step);
}

static enum exit_status refuse(struct replay *r, const struct replay_class *class,
                               enum ref_status status, struct diagnostic *why) {
    const char *name = r->request->model->name;
    struct diagnostic its = {""};
    if (class->explain != NULL)
        class->explain(r, status, false, &its);
    if (status == REF_NOT_APPLICABLE)
        message_set(why,
                    "'%s' cannot be replayed: q' = N(q) v has no left inverse in "
                    "formulas, by which the original measures positions",
                    name);
    else
        message_set(why, "%s: %s", name,
                    its.text[0] != '\0' ? its.text : ref_status_text(status));
    return status == REF_NO_MEMORY ? EXIT_MACHINE : EXIT_USAGE;
}

static enum exit_status run(struct replay *r, const struct replay_class *class,
                            struct session *session) {
    struct diagnostic why = {""};
    solve_add_times(&r->times, r->solution->settings);
    r->limits = solve_limit_start(&r->request->settings);
    r->progress = session_progress(session);
    const enum ref_status status = class->run(r);
    progress_end(&r->progress);
    if (class->explain != NULL)
        class->explain(r, status, true, &why);
    solve_add_status(why.text[0] != '\0' ? why.text
                                         : solve_limit_text(&r->limits, status),
                     r->solution);
    class->tell(r);
    return status == REF_OK ? EXIT_PASSED : EXIT_VERDICT;
}

static enum exit_status open_and_run(struct replay *r, const struct replay_class *class,
                                     struct session *session) {
    const struct solve_request *request = r->request;
    if (solve_read_replay_times(&r->times, request, r->begin, r->x, r->until,
                                &session->why))
        return EXIT_USAGE;
    const enum ref_status status = class->open(r);
    if (status != REF_OK)
        return refuse(r, class, status, &session->why);
    enum exit_status outcome = EXIT_USAGE;
    if (samples_init_at_doubles(&r->samples, request->model, request->bits, request->at,
                                r->begin, r->until, &session->why) == 0) {
        r->samples.solution = r->solution;
        outcome = run(r, class, session);
    }
    samples_clear(&r->samples);
    return outcome;
}

enum exit_status solve_by_replay(const struct solve_request *request,
                                 struct session *session, struct solution *solution) {
    const struct model *m = request->model;
    const struct replay_class *class =
        subject_family(&request->settings.subject) == INTEGRATOR_PAIR
            ? &replay_of_pair
            : &replay_of_projected;
    struct replay r = {
        .request = request, .solution = solution, .nx = m->nq + m->nv + m->nz};
    enum exit_status status = EXIT_MACHINE;
    mpfr_inits2(request->bits, r.begin, r.until, r.t, r.limit, r.step, r.never,
                (mpfr_ptr)0);
    r.x = vector_alloc(r.nx, request->bits);
    if (r.x == NULL)
        message_set(&session->why, "out of memory");
    else
        status = open_and_run(&r, class, session);
    class->free(r.self);
    vector_free(r.x, r.nx);
    mpfr_clears(r.begin, r.until, r.t, r.limit, r.step, r.never, (mpfr_ptr)0);
    return status;
}
