/* Which studies there are, and what is known of each: the table studies.def.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_KIND_H
#define HARNESS_STUDY_KIND_H

#include <jansson.h>
#include <stdbool.h>

#define STUDY(kind, ...) STUDY_##kind,
#define STUDY_WITH_COMMAND STUDY
enum study_kind {
#include "harness/results/studies.def"
    STUDY_KINDS
};
#undef STUDY
#undef STUDY_WITH_COMMAND

/* Sets of studies are sums of these. */
#define STUDY_SET(kind) (1 << (kind))
enum { STUDY_SET_OF_ALL = STUDY_SET(STUDY_KINDS) - 1 };

struct study_kind_info {
    const char *name, *about; /* a phrase */
    unsigned methods;         /* that it knows: a bit for each enum integrator_family */
    bool all_methods; /* one job studies all methods, which share the reference's part */
    bool once;        /* it is about the method alone: one job without a model (NULL) */
    /* It hands small systems of equations to an integrator from outside. */
    bool equations;
    bool anyones;     /* such a one is studied; else ours alone */
    bool has_command; /* of its name */
};
const struct study_kind_info *study_kind_info(enum study_kind kind);

/* That of a name; NULL: there is none. */
const struct study_kind_info *study_kind_find(const char *name);

/* What models it has something to say of, as "models with joints"; NULL: all that it is given. */
const char *study_kind_needs(enum study_kind kind);

/* What is told of the studies that results can be of, those without a row in the table too: an
 * array of {"name", "about", "command": whether there is one of its name}; NULL: out of memory. */
json_t *study_kinds_tell(void);

/* Whether a study has something to say about a method of ours. */
bool study_knows(enum study_kind kind, const char *method);

#endif
