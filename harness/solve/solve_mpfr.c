/* One solution in MPFR.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/solve/solve_mpfr.h"

#include "harness/base/message.h"
#include "problems/model.h"
#include "ref/vector.h"

bool solve_wants_replay(const struct solve_request *r) {
    const struct subject_options *o = &r->settings.subject;
    return subject_family(o) != INTEGRATOR_CONTACT &&
           (o->integrator.mode == FAST_FAITHFUL || !o->integrator.fixed_step);
}

static enum exit_status refuse(struct mpfr_run *r, const struct mpfr_class *class,
                               enum ref_status status, struct diagnostic *why) {
    const char *name = r->request->model->name;
    struct diagnostic its = {""};
    if (why->text[0] != '\0')
        return EXIT_USAGE;
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

static void add_times(const struct mpfr_run *r, bool at_doubles) {
    json_t *settings = r->solution->settings;
    if (at_doubles) {
        solve_add_times(&r->times, settings);
        return;
    }
    json_object_set_new(settings, "step", json_decimal(r->step, 0));
    json_object_set_new(settings, "until", json_decimal(r->until, 0));
}

static enum exit_status run(struct mpfr_run *r, const struct mpfr_class *class,
                            struct session *session) {
    struct diagnostic why = {""};
    add_times(r, class->at_doubles);
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

static enum exit_status open_and_run(struct mpfr_run *r, const struct mpfr_class *class,
                                     struct session *session) {
    const struct solve_request *request = r->request;
    struct diagnostic *why = &session->why;
    if (class->at_doubles &&
        solve_read_replay_times(&r->times, request, r->begin, r->x, r->until, why))
        return EXIT_USAGE;
    const enum ref_status status = class->open(r, why);
    if (status != REF_OK)
        return refuse(r, class, status, why);
    enum exit_status outcome = EXIT_USAGE;
    if ((class->at_doubles ? samples_init_at_doubles
                           : samples_init)(&r->samples, request->model, request->bits,
                                           request->at, r->begin, r->until, why) == 0) {
        r->samples.solution = r->solution;
        r->samples.is_linear =
            subject_family(&request->settings.subject) == INTEGRATOR_CONTACT;
        outcome = run(r, class, session);
    }
    samples_clear(&r->samples);
    return outcome;
}

static const struct mpfr_class *choose(const struct solve_request *request) {
    if (!solve_wants_replay(request))
        return &mpfr_exact;
    return subject_family(&request->settings.subject) == INTEGRATOR_PAIR
               ? &mpfr_pair
               : &mpfr_projected;
}

enum exit_status solve_in_mpfr(const struct solve_request *request,
                               struct session *session, struct solution *solution) {
    const struct model *m = request->model;
    const struct mpfr_class *class = choose(request);
    struct mpfr_run r = {
        .request = request, .solution = solution, .nx = m->nq + m->nv + m->nz};
    enum exit_status status = EXIT_MACHINE;
    mpfr_inits2(request->bits, r.begin, r.until, r.step, r.t, r.to, r.h, (mpfr_ptr)0);
    r.x = vector_alloc(r.nx, request->bits);
    if (r.x == NULL)
        message_set(&session->why, "out of memory");
    else
        status = open_and_run(&r, class, session);
    class->free(r.self);
    vector_free(r.x, r.nx);
    mpfr_clears(r.begin, r.until, r.step, r.t, r.to, r.h, (mpfr_ptr)0);
    return status;
}
