/* A program that serves one system after another, each in a process that it forks for it (`several`
 * in PROTOCOL.md), so that it begins only once. It runs under a keeper of its own; some wait
 * in each process of ours, and are nobody's who is forked from it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_ATTENDANT_H
#define HARNESS_PLUGIN_ATTENDANT_H

#include <stdbool.h>
#include <sys/types.h>

struct activity; /* harness/plugin/activity.h */
struct plugin;   /* harness/plugin/plugin.h */

/* The program has not ended, where struct activity has how it did. */
enum { ATTENDANT_RUNS = -1 };

struct attendant {
    pid_t owner, keeper; /* 0: there is none */
    int to, from;        /* the program's standard input and output */
    bool is_taken;
    struct activity
        *activity; /* how the program has ended, or what it used too much of */
    /* Of the plug-in that it was begun for. */
    char *place;
    double memory_limit, output_limit;
};

/* One that waits, begun if there is none, for a system of the caller's. NULL: the program has to be
 * started for it alone, because it serves only one, or this cannot be had here. No two systems that
 * are there at the same time share one. */
struct attendant *attendant_take(const struct plugin *p);

/* Its system has been left as it should be. Takes NULL. */
void attendant_give_back(struct attendant *n);

/* Ends the program and all that it has started. Takes NULL. */
void attendant_end(struct attendant *n);

#endif
