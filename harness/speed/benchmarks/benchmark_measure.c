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
#include "harness/speed/measure/rounds.h"

/* Passes that take longer are measured in the time that the processor spends on the process,
 * since they do not fit between two interruptions; shorter ones by the clock on the wall,
 * which is read in a tenth of the time. */
static const double longest_by_wall_ns = 100e3;

/* A block that takes longer runs in fewer rounds, but in no fewer than this. */
static const double longest_block_ns = 2e6;
enum { fewest_rounds = 16, most_rounds = 100000, most_contestants = 256 };

/* Memory is shifted by a random multiple of this, up to so many of them. */
enum { shift_bytes = 16, most_shifts = 256 };

struct measurement {
    int count, rounds, warm_up;
    double block_ns;
    struct loaded *loaded;         /* [count] */
    struct diagnostic *why;        /* [count]; "": it takes part */
    struct contestant *contestant; /* [count + 1]; the last one is the ruler */
    double *ns;                    /* [(count + 1) * rounds] */
    unsigned long ruler;
    void *shift;
};

static void clear(struct measurement *m) {
    for (int i = 0; i < m->count && m->loaded != NULL; i++)
        loaded_close(&m->loaded[i]);
    free(m->loaded);
    free(m->why);
    free(m->contestant);
    free(m->ns);
    free(m->shift);
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

static int allocate(struct measurement *m, gsl_rng *generator, struct diagnostic *d) {
    const size_t all = (size_t)m->count + 1;
    m->shift = malloc(1 + shift_bytes * gsl_rng_uniform_int(generator, most_shifts));
    m->loaded = calloc(all, sizeof *m->loaded);
    m->why = calloc(all, sizeof *m->why);
    m->contestant = calloc(all, sizeof *m->contestant);
    m->ns = calloc(all * (size_t)m->rounds, sizeof *m->ns);
    if (m->shift == NULL || m->loaded == NULL || m->why == NULL ||
        m->contestant == NULL || m->ns == NULL)
        return message_set(d, "out of memory");
    return 0;
}

static int read_request(struct measurement *m, const json_t *request,
                        struct diagnostic *d) {
    m->count = (int)json_array_size(json_object_get(request, "contestants"));
    m->block_ns = json_number_value(json_object_get(request, "block_ns"));
    if (m->count < 1 || m->count > most_contestants)
        return message_set(d, "'contestants' must be an array of 1 to %d",
                           most_contestants);
    if (!(m->block_ns > 0))
        return message_set(d, "'block_ns' must be positive");
    return read_count(&m->rounds, request, "rounds", 1, most_rounds, d) ||
           read_count(&m->warm_up, request, "warm_up", 0, most_rounds, d);
}

/* One that cannot be opened takes no part, and says why in the answer. */
static void open_contestant(struct measurement *m, int i, const json_t *wanted) {
    struct loaded *l = &m->loaded[i];
    struct contestant *c = &m->contestant[i];
    const char *path = json_string_value(json_object_get(wanted, "library"));
    const json_int_t like = json_integer_value(json_object_get(wanted, "like"));
    if (loaded_library(l, path == NULL ? "" : path, &m->why[i]) == 0)
        loaded_open(l, json_object_get(wanted, "wish"), &m->why[i]);
    l->slow = (long)json_integer_value(json_object_get(wanted, "slow"));
    c->work = (struct stopwatch_work){loaded_run, l};
    c->units = 1;
    if (like >= 0 && like < i)
        c->like = &m->contestant[like];
    c->ns = m->ns + (size_t)i * (size_t)m->rounds;
}

static void open_all(struct measurement *m, const json_t *request) {
    const json_t *wanted = json_object_get(request, "contestants");
    for (int i = 0; i < m->count; i++)
        open_contestant(m, i, json_array_get(wanted, (size_t)i));
    m->contestant[m->count] =
        (struct contestant){.work = {stopwatch_ruler, &m->ruler},
                            .units = STOPWATCH_RULER,
                            .ns = m->ns + (size_t)m->count * (size_t)m->rounds};
}

/* Those that are open stand first, then the ruler; place[i] is where i stands, or -1. */
static int line_up(const struct measurement *m, struct contestant *line, int *place) {
    int standing = 0;
    for (int i = 0; i <= m->count; i++) {
        place[i] = -1;
        if (i < m->count && m->loaded[i].piece == NULL)
            continue;
        place[i] = standing;
        line[standing] = m->contestant[i];
        if (line[standing].like != NULL) {
            const int like = place[line[standing].like - m->contestant];
            line[standing].like = like < 0 ? NULL : &line[like];
        }
        standing++;
    }
    return standing;
}

static struct stopwatch choose_clock(const struct contestant *first) {
    struct stopwatch processor = stopwatch_of_machine();
    double ns = 0;
    const int failed = stopwatch_block(&processor, &first->work, 1, &ns);
    return failed || ns > longest_by_wall_ns ? processor : stopwatch_of_wall();
}

static int run_all(struct measurement *m, gsl_rng *generator, struct diagnostic *d) {
    struct contestant *line = calloc((size_t)m->count + 1, sizeof *line);
    int *place = calloc((size_t)m->count + 1, sizeof *place);
    if (line == NULL || place == NULL) {
        free(line);
        free(place);
        return message_set(d, "out of memory");
    }
    const int standing = line_up(m, line, place);
    const struct rounds how = {
        choose_clock(&line[0]), m->rounds,    m->warm_up, m->block_ns,
        longest_block_ns,       fewest_rounds};
    rounds_run(&how, standing, line, generator);
    for (int i = 0; i <= m->count; i++) {
        const struct contestant *like = m->contestant[i].like;
        if (place[i] >= 0)
            m->contestant[i] = line[place[i]];
        m->contestant[i].like = like;
    }
    free(line);
    free(place);
    return 0;
}

/* The median of ln(its time / the first one's) over the rounds that both took part in. */
static double find_log_ratio(const struct measurement *m, int i, double *room) {
    const double *its = m->contestant[i].ns, *first = m->contestant[0].ns;
    for (int k = 0; k < m->rounds; k++)
        room[k] = its[k] > 0 && first[k] > 0 ? log(its[k] / first[k]) : NAN;
    return rounds_median(room, m->rounds);
}

static json_t *describe(const struct measurement *m, int i, double *room) {
    const struct contestant *c = &m->contestant[i];
    struct diagnostic d = m->why[i];
    json_t *counters = NULL;
    if (d.text[0] == '\0' && c->failed)
        message_set(&d, "a pass has failed while it was measured");
    if (d.text[0] == '\0')
        counters = loaded_counters(&m->loaded[i], &d);
    if (counters == NULL)
        return json_pack("{s:o}", "failed", json_text(d.text, strlen(d.text)));
    json_t *found = json_object();
    json_object_set_new(found, "ns", json_number(rounds_median(c->ns, m->rounds)));
    json_object_set_new(found, "log_ratio", json_number(find_log_ratio(m, i, room)));
    json_object_set_new(found, "passes", json_integer(c->times));
    json_object_set_new(found, "counters", counters);
    json_object_set_new(found, "blocks", json_numbers(c->ns, m->rounds));
    return found;
}

static json_t *describe_all(const struct measurement *m, struct diagnostic *d) {
    double *room = calloc((size_t)m->rounds, sizeof *room);
    if (room == NULL) {
        message_set(d, "out of memory");
        return NULL;
    }
    const double *ruler = m->contestant[m->count].ns;
    json_t *contestants = json_array();
    for (int i = 0; i < m->count; i++)
        json_array_append_new(contestants, describe(m, i, room));
    free(room);
    return json_pack("{s:o, s:o}", "ruler_ns",
                     json_number(rounds_median(ruler, m->rounds)), "contestants",
                     contestants);
}

json_t *benchmark_measure(const json_t *request, struct diagnostic *d) {
    struct measurement m = {.count = 0};
    gsl_rng *generator = gsl_rng_alloc(gsl_rng_taus2);
    json_t *found = NULL;
    if (generator == NULL) {
        message_set(d, "out of memory");
        return NULL;
    }
    gsl_rng_set(generator,
                (unsigned long)json_integer_value(json_object_get(request, "seed")));
    if (read_request(&m, request, d) == 0 && allocate(&m, generator, d) == 0) {
        open_all(&m, request);
        if (run_all(&m, generator, d) == 0)
            found = describe_all(&m, d);
    }
    gsl_rng_free(generator);
    clear(&m);
    return found;
}
