/* What a shared library of benchmarks offers: pieces of work, each opened by what is asked for,
 * run as often as wanted, and counted. Two builds of it can be in one process beside each
 * other, so that their times are measured in turns; that is why all goes through this one
 * structure, and why it is kept small: libraries of older and newer versions meet here.
 *
 * A workload is a JSON object:
 *
 *     model      a name of the catalogue, or a path to a model file
 *     set        {NAME: VALUE}, texts: parameters, sizes, initial values     (may be missing)
 *     method     as on the command line, or the name of a peer ("cvode-bdf")
 *     options    {NAME: VALUE}, texts: the method's, as of --option          (may be missing)
 *     step       fixed steps of this size, or
 *     accuracy   error control
 *     length     how long a pass goes on from the model's start; the model's unit of time
 *     kernel     not the steps, but one kernel of them: "rates", "jacobian"; or "kept": steps of
 *                implicit Euler's pair with the matrices of earlier passes    (may be missing)
 *     memory     true: the counters have what the integrator has allocated    (may be missing)
 *
 * A pass begins at the model's start and makes all steps up to `length`.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BENCHMARK_LIBRARY_H
#define HARNESS_BENCHMARK_LIBRARY_H

#include <stddef.h>

/* Raised when the structure or the meaning of a member changes; members are only appended. */
#define BENCHMARK_LIBRARY_VERSION 1

/* The symbol of a struct benchmark_library in a shared library. */
#define BENCHMARK_LIBRARY_SYMBOL "halfstep_benchmarks"

struct benchmark_library {
    int version;

    /* What it was built from, as JSON: {"halfstep", "commit", "changed" (whether the sources
     * differed from the commit), "committed" (seconds since 1970), "compiler", "flags"}. What
     * is not known is null. Static. */
    const char *build;

    /* Opens a piece of work, at its start and with a pass made. NULL: why[0..room) says why:
     * "model ...: ..." in one sentence. */
    void *(*open)(const char *workload, char *why, size_t room);

    /* Makes so many passes. Nonzero: one has failed. Nothing is allocated. */
    int (*run)(void *self, long passes);

    /* What one settled pass counts, as JSON: {"steps", "evaluations", "iterations", ...,
     * "allocations", "allocated_bytes"}: whole numbers that do not depend on time or place,
     * and "end": the state at its end, as an array. What a method has none of is left out.
     * Valid until the next call. NULL: out of memory, or the pass has failed. */
    const char *(*counters)(void *self);

    void (*close)(void *self);

    /* From then on run() makes so many dependent multiplications more for each pass, of all
     * pieces of work: a slow-down made on purpose, to see whether it is found. 0: none. */
    void (*slow)(long multiplications);
};

#endif
