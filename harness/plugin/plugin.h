/* Integrators from outside, as integrators under test: a shared library with the interface
 * of halfstep_integrator.h, or a program that speaks the line protocol (PROTOCOL.md). Each
 * runs in a process of its own, which has the model's functions; a crash, a hang, a value
 * that is not finite, a wrong size or a missing symbol is a failure that the subject's why()
 * tells, and nothing worse.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_H
#define HARNESS_PLUGIN_H

#include <stdatomic.h>
#include <stdbool.h>

#include <jansson.h>

#include "problems/base/status.h"

struct model;           /* problems/model.h */
struct subject;         /* harness/integrators/subject.h */
struct subject_options; /* harness/integrators/subject_options.h */

struct plugin_option {
    const char *name, *value;
};

/* What no integrator may do, however hard the model: crash, hang, end its process, write
 * where it must not or leave something unset, tell a wrong time, break the protocol. */
struct plugin_record {
    long faults;             /* so many times, in this process */
    struct diagnostic first; /* the first one */
    /* What is no fault of a call, but surprises whoever loads it; empty: nothing. */
    struct diagnostic remark;
};

/* Limits are given in this unit, in bytes. */
enum { PLUGIN_MEGABYTE = 1000000 };

/* So that a run ends in minutes where every call takes too long or too much: from this many on
 * it is not started again. */
enum { PLUGIN_MOST_EXCESSES = 8 };

/* Of all processes of a run together; in memory that they share. */
struct plugin_tally {
    atomic_int excesses;  /* of time or memory; see PLUGIN_MOST_EXCESSES */
    atomic_int late_ends; /* after one it is not asked to end any more, but killed */
    atomic_long printed;  /* bytes */
};

/* What the command line says about one. */
struct plugin {
    const char *place; /* "./mine.so", or "./mine.py stiff": a program and its words */
    char
        *interpreter; /* run for the place's first word (interpreter.h); NULL, "": that */
    const char *name; /* as results call it: the integrator's own name, else the place */
    const struct plugin_option *options; /* [options_count], of --option */
    int options_count;
    unsigned takes;               /* of it as plugin_probe finds them: a sum, as there, */
    bool is_engine;               /* whether it builds scenes of its own, */
    bool serves_several;          /* and is a program that serves several systems */
    double seconds_limit;         /* of one call, > 0 */
    double memory_limit;          /* bytes of a guest and all it has started; 0: none */
    double output_limit;          /* bytes that all guests may print; 0: none */
    struct plugin_record *record; /* where faults are noted; NULL: nowhere */
    struct plugin_tally *tally;   /* NULL: nothing is counted, nor output limited */
};

/* What it has, found by asking it. */
struct plugin_traits {
    char name[128];
    bool has_estimate, has_advance, has_statistics;
    unsigned takes;      /* HALFSTEP_TAKES_... of halfstep_integrator.h */
    bool is_engine;      /* it was not tried: it builds no small system */
    bool serves_several; /* a program, systems one after the other (attendant.h) */
};

/* Starts it with a small system, tries a step (which may fail for a reason of its own) and sees
 * that it answers. Else *d says what is wrong with it: PLUGIN_UNUSABLE, it is not an integrator
 * of this interface (no such file, a missing symbol, another version, an option that it does
 * not have); PLUGIN_FAULTY, it is one and crashed, hung or failed. */
enum { PLUGIN_UNUSABLE = 1, PLUGIN_FAULTY };
int plugin_probe(struct plugin_traits *traits, const struct plugin *p,
                 struct diagnostic *d);

/* *declared := what an integrator of version 2 declares of itself, which the caller releases:
 * {"name", "version", "significand_bits", "takes_joints", "takes_contacts", "scenes": [{"models",
 * "differs", "set"}], "settings": [{"name", "values", "usual", "best", "meaning"}]}; texts that it
 * does not give are "". Nonzero: as plugin_probe. */
int plugin_declared(json_t **declared, const struct plugin *p, struct diagnostic *d);

/* Whether p->takes has what a model is made of; an engine builds what it builds. Nonzero: *d says
 * what not. */
int plugin_check_model(const struct plugin *p, const struct model *m,
                       struct diagnostic *d);

/* Whether an integrator can be given the systems of equations of a study: an engine cannot, and *d
 * says so. */
int plugin_check_equations(const struct plugin *p, const char *study,
                           struct diagnostic *d);

/* Whether the integrator can be had for a model, which it is asked: 0; PLUGIN_UNUSABLE: it
 * refuses; PLUGIN_FAULTY: it crashed or hung (that is not noted in p->record). *d says why. */
int plugin_takes(const struct plugin *p, struct model *m, struct diagnostic *d);

/* A subject, of the type study_open_subject; `context` is a struct plugin, which must outlive
 * it, as must the model. Of the options it takes accuracy, max_step and fixed_step; under
 * error control a plug-in without `advance` is refused. Its statistics have also the calls
 * that it made: derivative_calls, rates_calls, map_calls, unmap_calls, jacobian_calls. */
int plugin_open(void *context, struct model *m, const struct subject_options *options,
                struct subject *s, struct diagnostic *d);

/* *differing := how many numbers of the states and estimates of some steps from the model's
 * start are not the same when two integrators make them in two threads at once, each with a
 * system of its own, the second from a state nearby. Nonzero: *d says why that cannot be
 * tried. `context` is a struct plugin. */
int plugin_threads_agree(void *context, struct model *m,
                         const struct subject_options *options, long *differing,
                         struct diagnostic *d);

/* The same of steps before and between which another integrator makes steps of another model, in
 * the process of the first: of a small system, or of a scene where it is an engine. */
int plugin_agrees_beside(void *context, struct model *m,
                         const struct subject_options *options, long *differing,
                         struct diagnostic *d);

#endif
