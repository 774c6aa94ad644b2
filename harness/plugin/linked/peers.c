/* The table of peers. Simbody's library is left loaded: it keeps things until the program ends.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/plugin/linked/peers.h"

#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "harness/base/data.h"
#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/plugin/adapters/adapter.h"
#include "harness/plugin/linked/linked.h"
#include "problems/base/status.h"

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

enum { FIXED_STEPS = 1, ERROR_CONTROL = 2, CONTACTS = 4 };
static const struct entry {
    const char *name, *word, *its;       /* the option that chooses it */
    const struct adapter_table *adapter; /* NULL: Simbody's, or not built in */
    unsigned can;                        /* a sum of these */
} PEER[] = {
    {"gsl-rk1imp", "stepper", "rk1imp", &adapter_gsl, FIXED_STEPS | ERROR_CONTROL},
    {"gsl-msbdf", "stepper", "msbdf", &adapter_gsl, ERROR_CONTROL},
    {"gsl-msadams", "stepper", "msadams", &adapter_gsl, ERROR_CONTROL},
    {"gsl-rk8pd", "stepper", "rk8pd", &adapter_gsl, FIXED_STEPS | ERROR_CONTROL},
    {"cvode-bdf", NULL, NULL, CVODE, ERROR_CONTROL},
    {"cvode-adams", "lmm", "adams-fixed-point", CVODE, ERROR_CONTROL},
    {"ida-bdf", NULL, NULL, IDA, ERROR_CONTROL},
    {"arkode-erk", "table", "DORMAND_PRINCE_7_4_5", ARKODE, FIXED_STEPS | ERROR_CONTROL},
    {"arkode-dirk", "table", "SDIRK_5_3_4", ARKODE, FIXED_STEPS | ERROR_CONTROL},
    {"simbody-semi-explicit-euler", "integrator", "SemiExplicitEuler", NULL, FIXED_STEPS},
    {"simbody-semi-explicit-euler-2", "integrator", "SemiExplicitEuler2", NULL,
     FIXED_STEPS | ERROR_CONTROL},
    {"simbody-runge-kutta-merson", "integrator", "RungeKuttaMerson", NULL,
     FIXED_STEPS | ERROR_CONTROL},
    {"simbody-contacts-plus", "solver", "plus", NULL, FIXED_STEPS | CONTACTS},
    {"simbody-contacts-pgs", "solver", "pgs", NULL, FIXED_STEPS | CONTACTS},
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

/* One of the tables of the library that binds Simbody. NULL: *d says why. */
static const struct adapter_table *load_simbody(const char *table, struct diagnostic *d) {
    if (!have_simbody) {
        message_set(d, "Simbody is not built in: install it (Debian, Ubuntu: "
                       "libsimbody-dev, and a C++ compiler) and build anew");
        return NULL;
    }
    void *loaded = dlopen(data_path(DATA_SIMBODY), RTLD_NOW | RTLD_LOCAL);
    const void *its = loaded != NULL ? dlsym(loaded, table) : NULL;
    if (its == NULL) {
        const char *why = dlerror();
        message_set(d, "Simbody cannot be loaded: %s",
                    why != NULL ? why : "no reason is given");
    }
    return its;
}

/* NULL: *d says why. */
static const struct adapter_table *adapter_of(const struct entry *e,
                                              struct diagnostic *d) {
    if (begins(e->name, "simbody"))
        return load_simbody(
            e->can & CONTACTS ? "adapter_simbody_stack" : "adapter_simbody", d);
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
    if (subject_check_model(m, e->name, false, (e->can & CONTACTS) != 0, d))
        return SUBJECT_REFUSED;
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
    if (!(e->can & FIXED_STEPS) && !(request->accuracy > 0))
        return message_fail(SUBJECT_REFUSED, d,
                            "%s has no fixed steps: its order is its error test's choice",
                            e->name);
    if (!(e->can & ERROR_CONTROL) && !(request->step > 0))
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
    const struct linked_options its = {.relative = options->relative,
                                       .absolute = options->absolute,
                                       .initial_step = options->initial_step,
                                       .most_evaluations = options->most_evaluations,
                                       .step = NAN};
    return open_entry(s, find_entry(peer_name(peer)), m, &its, d);
}
