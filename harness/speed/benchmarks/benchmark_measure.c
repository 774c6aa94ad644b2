/* Contestants that take turns in this process.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/benchmarks/benchmark_answer.h"
#include "harness/speed/benchmarks/loaded.h"
#include "harness/speed/benchmarks/measurement.h"
#include "harness/speed/measure/rounds.h"
#include "problems/base/room.h"
#include "problems/base/status.h"

/* Passes that take longer are measured in the time that the processor spends on the process,
 * since they do not fit between two interruptions; shorter ones by the clock on the wall,
 * which is read in a tenth of the time. */
static const double longest_by_wall_ns = 100e3;

/* A block that takes longer, where nothing else is asked for, runs in fewer rounds, but in no
 * fewer than this. */
static const double usual_longest_block_ns = 2e6;
enum { fewest_rounds = 16, most_rounds = 100000, most_contestants = 256 };

/* Memory is shifted by a random multiple of this, up to so many of them. */
enum { shift_bytes = 16, most_shifts = 256 };

struct meeting {
    int count, rounds, warm_up;
    double block_ns, longest_block_ns;
    struct loaded *loaded;  /* [count] */
    struct diagnostic *why; /* [count]; "": it takes part */
    int open;
    struct contestant *contestant; /* [open] those that are open, then the ruler */
    double *ns;                    /* [open][rounds] */
    struct contestant **place;     /* [count] its contestant; NULL: it is not open */
    unsigned long ruler;
    gsl_rng *random;
    struct room room; /* of all arrays */
};

static void clear(struct meeting *m) {
    for (int i = 0; i < m->count && m->loaded != NULL; i++)
        loaded_close(&m->loaded[i]);
    if (m->random != NULL)
        gsl_rng_free(m->random);
    room_clear(&m->room);
}

static int read_count(int *value, const json_t *request, const char *key, int least,
                      int most, struct diagnostic *d) {
    const json_t *number = json_object_get(request, key);
    const json_int_t n = json_integer_value(number);
    if (!json_is_integer(number) || n < least || n > most)
        return message_set(d, "'%s' must be a whole number from %d to %d", key, least,
                           most);
    *value = (int)n;
    return 0;
}

/* Random's first number shifts memory. */
static int allocate(struct meeting *m, unsigned long seed, struct diagnostic *d) {
    const size_t all = (size_t)m->count + 1;
    m->random = gsl_rng_alloc(gsl_rng_taus2);
    if (m->random == NULL)
        return message_set(d, "out of memory");
    gsl_rng_set(m->random, seed);
    room_take(&m->room, 1 + gsl_rng_uniform_int(m->random, most_shifts), shift_bytes);
    m->contestant = room_take(&m->room, all, sizeof *m->contestant);
    m->ns = room_take(&m->room, all * (size_t)m->rounds, sizeof *m->ns);
    m->loaded = room_take(&m->room, all, sizeof *m->loaded);
    m->why = room_take(&m->room, all, sizeof *m->why);
    m->place = room_take(&m->room, all, sizeof(struct contestant *));
    return m->room.is_short ? message_set(d, "out of memory") : 0;
}

static int read_request(struct meeting *m, const json_t *request, struct diagnostic *d) {
    m->count = (int)json_array_size(json_object_get(request, "contestants"));
    m->block_ns = json_number_value(json_object_get(request, "block_ns"));
    m->longest_block_ns = json_number_value(json_object_get(request, "longest_block_ns"));
    if (!(m->longest_block_ns > 0))
        m->longest_block_ns = usual_longest_block_ns;
    if (m->count < 1 || m->count > most_contestants)
        return message_set(d, "'contestants' must be an array of 1 to %d",
                           most_contestants);
    if (!(m->block_ns > 0))
        return message_set(d, "'block_ns' must be positive");
    return read_count(&m->rounds, request, "rounds", 1, most_rounds, d) ||
           read_count(&m->warm_up, request, "warm_up", 0, most_rounds, d);
}

static struct contestant *add(struct meeting *m, int (*run)(void *self, long times),
                              void *self, double units) {
    m->contestant[m->open] = (struct contestant){
        .work = {run, self}, .units = units, .ns = &m->ns[m->open * m->rounds]};
    return &m->contestant[m->open++];
}

/* One that cannot be opened takes no part, and says why in the answer. */
static void open_contestant(struct meeting *m, int i, const json_t *wanted) {
    struct loaded *l = &m->loaded[i];
    const char *path = json_string_value(json_object_get(wanted, "library"));
    const json_int_t like = json_integer_value(json_object_get(wanted, "like"));
    if (loaded_library(l, path == NULL ? "" : path, &m->why[i]) == 0)
        loaded_open(l, json_object_get(wanted, "workload"), &m->why[i]);
    l->slow = (long)json_integer_value(json_object_get(wanted, "slow"));
    if (l->piece == NULL)
        return;
    m->place[i] = add(m, loaded_run, l, 1);
    if (like >= 0 && like < i)
        m->place[i]->like = m->place[like];
}

static void open_all(struct meeting *m, const json_t *request) {
    const json_t *wanted = json_object_get(request, "contestants");
    for (int i = 0; i < m->count; i++)
        open_contestant(m, i, json_array_get(wanted, (size_t)i));
    add(m, stopwatch_ruler, &m->ruler, STOPWATCH_RULER);
}

static struct stopwatch choose_clock(const struct contestant *first) {
    struct stopwatch processor = stopwatch_of_machine();
    double ns = 0;
    const int failed = stopwatch_block(&processor, &first->work, 1, &ns);
    return failed || ns > longest_by_wall_ns ? processor : stopwatch_of_wall();
}

static void run_all(struct meeting *m) {
    const struct rounds how = {
        choose_clock(m->contestant), m->rounds,    m->warm_up, m->block_ns,
        m->longest_block_ns,         fewest_rounds};
    rounds_run(&how, m->open, m->contestant, m->random);
}

/* The median of ln(its time / the first one's) over the rounds that both took part in. */
static double find_log_ratio(const struct meeting *m, int i, double *room) {
    if (m->place[0] == NULL)
        return NAN;
    const double *its = m->place[i]->ns, *first = m->place[0]->ns;
    for (int k = 0; k < m->rounds; k++)
        room[k] = its[k] > 0 && first[k] > 0 ? log(its[k] / first[k]) : NAN;
    return rounds_median(room, m->rounds);
}

static json_t *describe(const struct meeting *m, int i, double *room) {
    const struct contestant *c = m->place[i];
    struct diagnostic d = m->why[i];
    struct measurement its = {.ns = NAN, .log_ratio = NAN};
    if (d.text[0] == '\0' && c->failed)
        message_set(&d, "a pass has failed while it was measured");
    if (d.text[0] == '\0')
        its.counters = loaded_counters(&m->loaded[i], &d);
    if (its.counters == NULL) {
        its.failed = d.text;
        return record_tell(&measurement_record, &its);
    }
    its.ns = rounds_median(c->ns, m->rounds);
    its.log_ratio = find_log_ratio(m, i, room);
    its.passes = c->times;
    its.blocks = m->rounds;
    its.block = c->ns;
    json_t *told = record_tell(&measurement_record, &its);
    json_decref(its.counters);
    return told;
}

static json_t *describe_all(const struct meeting *m, struct diagnostic *d) {
    double *room = calloc((size_t)m->rounds, sizeof *room);
    if (room == NULL) {
        message_set(d, "out of memory");
        return NULL;
    }
    const double *ruler = m->contestant[m->open - 1].ns;
    json_t *contestants = json_array();
    for (int i = 0; i < m->count; i++)
        json_array_append_new(contestants, describe(m, i, room));
    free(room);
    return json_pack("{s:o, s:o}", "ruler_ns",
                     json_number(rounds_median(ruler, m->rounds)), "contestants",
                     contestants);
}

json_t *benchmark_measure(const json_t *request, struct diagnostic *d) {
    struct meeting m = {.count = 0};
    const json_int_t seed = json_integer_value(json_object_get(request, "seed"));
    json_t *found = NULL;
    if (read_request(&m, request, d) == 0 && allocate(&m, (unsigned long)seed, d) == 0) {
        open_all(&m, request);
        run_all(&m);
        found = describe_all(&m, d);
    }
    clear(&m);
    return found;
}
