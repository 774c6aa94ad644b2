/* What a file of version 1 holds, as documents: each comparison of it, the counters and hashes
 * of code of each build, and each change that was found or judged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/history/history_sql.h"

static const char comparisons[] =
    "SELECT 'compare' AS command, started AS taken, seed, kind, rule, compare.id AS row,"
    " cpu AS 'machine.processor', cores AS 'machine.cores', tsc_hz AS 'machine.tsc_hz',"
    " machine.kernel AS 'machine.system', libc AS 'machine.libc', load1 AS 'load.before',"
    " steal AS 'load.steal', o.commit_id AS 'baseline.commit',"
    " o.committed AS 'baseline.committed', o.compiler AS 'baseline.compiler',"
    " o.flags AS 'baseline.flags', n.commit_id AS 'candidate.commit',"
    " n.committed AS 'candidate.committed', n.compiler AS 'candidate.compiler',"
    " n.flags AS 'candidate.flags', kernel.name AS 'record.name',"
    " unit AS 'record.unit', ratio AS 'record.ratio', ratio - 1 AS 'record.change',"
    " half AS 'record.half', scale AS 'record.scale', mde AS 'record.detectable',"
    " processes AS 'record.processes', blocks AS 'record.blocks',"
    " CASE verdict WHEN 'equal' THEN 'same' WHEN 'unclear' THEN 'cannot-tell'"
    " ELSE verdict END AS 'record.verdict'"
    " FROM compare JOIN machine ON machine.id = machine"
    " JOIN kernel ON kernel.id = compare.kernel JOIN build o ON o.id = old"
    " JOIN build n ON n.id = new ORDER BY compare.id";

static const char samples[] = "SELECT process, pad_old, pad_new, log_ratio, ns_old,"
                              " ns_new, ruler FROM sample WHERE compare = ?1"
                              " ORDER BY process";

static const char builds[] =
    "SELECT 'timing' AS command, committed AS taken, id AS row,"
    " commit_id AS 'build.commit', committed AS 'build.committed',"
    " compiler AS 'build.compiler', flags AS 'build.flags' FROM build WHERE id IN "
    "(SELECT build FROM counter UNION SELECT build FROM code) ORDER BY id";

static const char kernels[] =
    "SELECT name, unit, hash AS code, kernel.id AS row FROM kernel"
    " LEFT JOIN code ON code.kernel = kernel.id AND code.build = ?1 WHERE hash IS NOT"
    " NULL OR kernel.id IN (SELECT kernel FROM counter WHERE build = ?1)"
    " ORDER BY kernel.id";

static const char counters[] = "SELECT name, value, tool FROM counter"
                               " WHERE build = ?1 AND kernel = ?2 ORDER BY name, tool";

static const char changes[] =
    "SELECT 'judgement' AS command, committed AS taken, cpu AS 'machine.processor',"
    " cores AS 'machine.cores', tsc_hz AS 'machine.tsc_hz',"
    " machine.kernel AS 'machine.system', libc AS 'machine.libc',"
    " commit_id AS 'build.commit', committed AS 'build.committed',"
    " compiler AS 'build.compiler', flags AS 'build.flags', kernel.name AS 'record.name',"
    " series AS 'record.quantity', size AS 'record.size', p AS 'record.p',"
    " method AS 'record.method', judged AS 'record.judged' FROM change"
    " JOIN kernel ON kernel.id = change.kernel JOIN build ON build.id = change.build"
    " LEFT JOIN machine ON machine.id = change.machine ORDER BY"
    " change.rowid";

static json_int_t row_of(const json_t *object) {
    return json_integer_value(json_object_get(object, "row"));
}

/* The member "record" becomes the only item of the array `list`. */
static void make_list(json_t *document, const char *list) {
    json_object_set_new(document, list,
                        json_pack("[O]", json_object_get(document, "record")));
    json_object_del(document, "record");
}

static void add_samples(struct history *h, json_t *document) {
    size_t i;
    json_t *sample, *record = json_object_get(document, "record"), *ratios = json_array();
    json_t *its =
        history_objects(h, history_ask(h, samples, "i", (long long)row_of(document)));
    json_array_foreach(its, i, sample)
        json_array_append(ratios, json_object_get(sample, "log_ratio"));
    json_object_set_new(record, "log_ratios", ratios);
    json_object_set_new(record, "samples", its);
    make_list(document, "comparisons");
}

static void add_counters(struct history *h, json_t *measurement, json_int_t build) {
    size_t i;
    json_t *counter, *values = json_object();
    json_t *its = history_objects(h, history_ask(h, counters, "ii", (long long)build,
                                                 (long long)row_of(measurement)));
    json_array_foreach(its, i, counter)
        json_object_set(values, json_string_value(json_object_get(counter, "name")),
                        json_object_get(counter, "value"));
    json_object_set_new(measurement, "counters", values);
    json_object_del(measurement, "row");
    json_object_set_new(measurement, "counted", its);
}

static void add_kernels(struct history *h, json_t *document) {
    size_t i;
    json_t *measurement;
    const json_int_t build = row_of(document);
    json_t *its = history_objects(h, history_ask(h, kernels, "i", (long long)build));
    json_array_foreach(its, i, measurement) add_counters(h, measurement, build);
    json_object_set_new(document, "measurements", its);
}

static void add_judgement(struct history *h, json_t *document) {
    (void)h;
    make_list(document, "judgements");
}

json_t *history_documents_1(struct history *h) {
    static const struct source {
        const char *sql;
        void (*complete)(struct history *h, json_t *document);
    } sources[] = {
        {builds, add_kernels}, {comparisons, add_samples}, {changes, add_judgement}};
    json_t *all = json_array(), *document;
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        size_t i;
        json_t *found = history_objects(h, history_ask(h, sources[k].sql, ""));
        json_array_foreach(found, i, document) {
            sources[k].complete(h, document);
            json_object_set_new(document, "halfstep", json_null());
            json_object_set_new(document, "format", json_integer(1));
        }
        json_array_extend(all, found);
        json_decref(found);
    }
    return all;
}
