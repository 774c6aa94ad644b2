/* The table of peers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/plugin/linked/peers.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "harness/base/data.h"
#include "harness/base/message.h"
#include "harness/integrators/peers/peer_simbody.h"
#include "harness/plugin/adapters/adapter.h"
#include "harness/plugin/linked/linked.h"

/* Where the build has not found a library. */
#ifdef PEERS_HAVE_CVODE
#define CVODE &adapter_cvode
#else
#define CVODE NULL
#endif
#ifdef PEERS_HAVE_SUNDIALS
#define ARKODE &adapter_arkode
#define IDA &adapter_ida
#else
#define ARKODE NULL
#define IDA NULL
#endif
#ifdef PEERS_HAVE_SIMBODY
enum { have_simbody = 1 };
#else
enum { have_simbody = 0 };
#endif

/* The first step of GSL under error control, as a part of the way. */
static const double first_part = 1e-3;

static const struct entry {
    const char *name, *word, *its;       /* the option that chooses it */
    const struct adapter_table *adapter; /* NULL: Simbody's, or not built in */
    bool has_no_fixed, has_no_control;
} PEER[] = {
    {"gsl-rk1imp", "stepper", "rk1imp", &adapter_gsl, false, false},
    {"gsl-msbdf", "stepper", "msbdf", &adapter_gsl, true, false},
    {"gsl-msadams", "stepper", "msadams", &adapter_gsl, true, false},
    {"gsl-rk8pd", "stepper", "rk8pd", &adapter_gsl, false, false},
    {"cvode-bdf", NULL, NULL, CVODE, true, false},
    {"cvode-adams", "lmm", "adams-fixed-point", CVODE, true, false},
    {"ida-bdf", NULL, NULL, IDA, true, false},
    {"arkode-erk", "table", "DORMAND_PRINCE_7_4_5", ARKODE, false, false},
    {"arkode-dirk", "table", "SDIRK_5_3_4", ARKODE, false, false},
    {"simbody-semi-explicit-euler", "integrator", "SemiExplicitEuler", NULL, false, true},
    {"simbody-semi-explicit-euler-2", "integrator", "SemiExplicitEuler2", NULL, false,
     false},
    {"simbody-runge-kutta-merson", "integrator", "RungeKuttaMerson", NULL, false, false},
};

static const struct entry *find_entry(const char *name) {
    for (size_t i = 0; name != NULL && i < sizeof PEER / sizeof *PEER; i++)
        if (strcmp(PEER[i].name, name) == 0)
            return &PEER[i];
    return NULL;
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* NULL: *d says why. */
static const struct adapter_table *adapter_of(const struct entry *e,
                                              struct diagnostic *d) {
    if (begins(e->name, "simbody"))
        return peer_simbody_load(have_simbody ? data_path(DATA_SIMBODY) : NULL,
                                 "adapter_simbody", d);
    if (e->adapter == NULL)
        message_set(d,
                    "%s is not built in: install SUNDIALS 6 (Debian, Ubuntu: "
                    "libsundials-dev) and build anew",
                    e->name);
    return e->adapter;
}

const char *peers_name(const char *method) {
    const struct entry *e = find_entry(method);
    return e != NULL ? e->name : NULL;
}

const char *peers_version(const char *method) {
    struct diagnostic ignored;
    const struct entry *e = find_entry(method);
    const struct adapter_table *its = e != NULL ? adapter_of(e, &ignored) : NULL;
    return its != NULL ? its->version() : NULL;
}

static int open_entry(struct subject *s, const struct entry *e, struct model *m,
                      const struct linked_options *options, struct diagnostic *d) {
    const struct adapter_table *its = adapter_of(e, d);
    struct linked_options o = *options;
    o.name = e->name;
    o.word = e->word;
    o.its = e->its;
    return its != NULL ? linked_open(s, its, m, &o, d) : SUBJECT_MISSING;
}

int peers_open(struct subject *s, struct model *m, const struct peer_request *request,
               struct diagnostic *d) {
    const struct entry *e = find_entry(request->method);
    const double accuracy =
        request->accuracy > 0 ? request->accuracy : request->tolerance;
    if (e->has_no_fixed && !(request->accuracy > 0))
        return message_fail(SUBJECT_REFUSED, d,
                            "%s has no fixed steps: its order is its error test's choice",
                            e->name);
    if (e->has_no_control && !(request->step > 0))
        return message_fail(SUBJECT_REFUSED, d, "%s has no error control", e->name);
    const struct linked_options options = {
        .relative = accuracy,
        .absolute = accuracy,
        .initial_step = begins(e->name, "gsl") ? request->length * first_part : NAN,
        .most_evaluations = LONG_MAX,
        .has_own_loop = true,
        .step = request->step};
    return open_entry(s, e, m, &options, d);
}

int peer_open(struct subject *s, int peer, struct model *m,
              const struct peer_options *options, struct diagnostic *d) {
    const char *name = peer_name(peer);
    if (subject_check_model(m, name, false, false, d))
        return SUBJECT_REFUSED;
    const struct linked_options its = {.relative = options->relative,
                                       .absolute = options->absolute,
                                       .initial_step = options->initial_step,
                                       .most_evaluations = options->most_evaluations,
                                       .step = NAN};
    return open_entry(s, find_entry(name), m, &its, d);
}
