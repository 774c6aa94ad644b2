/* The schema of a history, version by version; harness/speed/history/SCHEMA.md explains it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/history/history_schema.h"

#include <stdio.h>

#include "harness/speed/history/history_add.h"

static const char version_1[] =
    "CREATE TABLE machine (id INTEGER PRIMARY KEY, cpu TEXT NOT NULL, cores INTEGER,"
    " tsc_hz REAL, kernel TEXT, libc TEXT, UNIQUE (cpu, cores, kernel, libc));"
    "CREATE TABLE build (id INTEGER PRIMARY KEY, commit_id TEXT NOT NULL,"
    " committed INTEGER NOT NULL, compiler TEXT NOT NULL, flags TEXT NOT NULL,"
    " UNIQUE (commit_id, compiler, flags));"
    "CREATE TABLE kernel (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
    " unit TEXT NOT NULL DEFAULT 'step');"
    "CREATE TABLE code (build INTEGER NOT NULL REFERENCES build,"
    " kernel INTEGER NOT NULL REFERENCES kernel, hash TEXT NOT NULL,"
    " PRIMARY KEY (build, kernel));"
    "CREATE TABLE counter (build INTEGER NOT NULL REFERENCES build,"
    " kernel INTEGER NOT NULL REFERENCES kernel, name TEXT NOT NULL,"
    " value INTEGER NOT NULL, tool TEXT NOT NULL,"
    " PRIMARY KEY (build, kernel, name, tool));"
    "CREATE TABLE compare (id INTEGER PRIMARY KEY,"
    " machine INTEGER NOT NULL REFERENCES machine,"
    " kernel INTEGER NOT NULL REFERENCES kernel,"
    " old INTEGER NOT NULL REFERENCES build, new INTEGER NOT NULL REFERENCES build,"
    " kind TEXT NOT NULL CHECK (kind IN ('parent','anchor','self','injected')),"
    " started INTEGER NOT NULL, seed INTEGER NOT NULL, processes INTEGER NOT NULL,"
    " blocks INTEGER NOT NULL, ratio REAL NOT NULL, half REAL NOT NULL,"
    " scale REAL NOT NULL, mde REAL NOT NULL,"
    " verdict TEXT NOT NULL CHECK (verdict IN ('equal','slower','faster','unclear')),"
    " load1 REAL, steal REAL, rule TEXT NOT NULL);"
    "CREATE TABLE sample (compare INTEGER NOT NULL REFERENCES compare,"
    " process INTEGER NOT NULL, pad_old INTEGER, pad_new INTEGER,"
    " log_ratio REAL NOT NULL, ns_old REAL, ns_new REAL, ruler REAL,"
    " PRIMARY KEY (compare, process)) WITHOUT ROWID;"
    "CREATE TABLE change (kernel INTEGER NOT NULL REFERENCES kernel, machine INTEGER,"
    " series TEXT NOT NULL, build INTEGER NOT NULL REFERENCES build, size REAL NOT NULL,"
    " p REAL, method TEXT NOT NULL, judged TEXT,"
    " PRIMARY KEY (kernel, machine, series, build, method));"
    "CREATE VIEW self_test AS SELECT machine, kernel, count(*) n,"
    " sum(verdict IN ('slower','faster')) alarms, sum(verdict = 'slower') slower,"
    " sum(verdict = 'faster') faster FROM compare WHERE kind = 'self'"
    " GROUP BY machine, kernel;";

/* The rows of version 1 have become documents before, and are added as such afterwards. */
static const char away_with_1[] =
    "DROP VIEW self_test; DROP TABLE change; DROP TABLE sample; DROP TABLE compare;"
    "DROP TABLE counter; DROP TABLE code; DROP TABLE kernel; DROP TABLE build;"
    "DROP TABLE machine;";

static const char version_2[] =
    "CREATE TABLE machine (id INTEGER PRIMARY KEY, cpu TEXT NOT NULL, cores INTEGER,"
    " tsc_hz REAL, kernel TEXT, libc TEXT, UNIQUE (cpu, cores, tsc_hz, kernel, libc));"
    "CREATE TABLE build (id INTEGER PRIMARY KEY, commit_id TEXT NOT NULL,"
    " changed INTEGER NOT NULL CHECK (changed IN (0, 1)), committed INTEGER,"
    " compiler TEXT NOT NULL, flags TEXT NOT NULL, halfstep TEXT NOT NULL,"
    " UNIQUE (commit_id, changed, committed, compiler, flags, halfstep));"
    "CREATE TABLE benchmark (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE run (id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE,"
    " command TEXT NOT NULL, taken REAL NOT NULL, seed INTEGER,"
    " machine INTEGER NOT NULL REFERENCES machine,"
    " build INTEGER NOT NULL REFERENCES build, baseline INTEGER REFERENCES build,"
    " head TEXT NOT NULL);"
    "CREATE TABLE record (id INTEGER PRIMARY KEY,"
    " run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, place INTEGER NOT NULL,"
    " benchmark INTEGER NOT NULL REFERENCES benchmark, text TEXT NOT NULL,"
    " UNIQUE (run, place));"
    "CREATE INDEX record_benchmark ON record (benchmark);"
    "CREATE TABLE value (record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,"
    " quantity TEXT NOT NULL, unit TEXT NOT NULL, value REAL NOT NULL, low REAL,"
    " high REAL, PRIMARY KEY (record, quantity)) WITHOUT ROWID;"
    "CREATE VIEW series AS SELECT benchmark.name AS benchmark, quantity, unit,"
    " build.commit_id AS commit_id, build.changed AS changed,"
    " build.committed AS committed, taken, value, low, high, cpu, cores, kernel,"
    " build.compiler AS compiler, build.flags AS flags,"
    " baseline.commit_id AS baseline, command FROM value"
    " JOIN record ON record.id = value.record JOIN run ON run.id = record.run"
    " JOIN benchmark ON benchmark.id = record.benchmark"
    " JOIN machine ON machine.id = run.machine JOIN build ON build.id = run.build"
    " LEFT JOIN build AS baseline ON baseline.id = run.baseline;"
    "CREATE VIEW process AS SELECT record.id AS record, p.key AS process, p.value AS ns"
    " FROM record, json_each(record.text, '$.ns.processes') AS p;"
    "CREATE VIEW quantile AS SELECT record.id AS record, q.key AS place, q.value AS ns"
    " FROM record, json_each(record.text, '$.ns.blocks') AS q;"
    "CREATE VIEW log_ratio AS SELECT record.id AS record, p.key AS process,"
    " p.value AS log_ratio FROM record, json_each(record.text, '$.log_ratios') AS p;"
    "CREATE VIEW self_test AS SELECT machine, id AS run,"
    " json_extract(head, '$.self.comparisons') AS n,"
    " json_extract(head, '$.self.alarms') AS alarms,"
    " json_extract(head, '$.self.slower') AS slower,"
    " json_extract(head, '$.self.faster') AS faster"
    " FROM run WHERE json_extract(head, '$.self.comparisons') IS NOT NULL;"
    "CREATE VIEW judgement AS SELECT benchmark.name AS benchmark,"
    " json_extract(text, '$.quantity') AS quantity, build.commit_id AS commit_id,"
    " json_extract(text, '$.judged') AS judged, taken FROM run"
    " JOIN record ON record.run = run.id"
    " JOIN benchmark ON benchmark.id = record.benchmark"
    " JOIN build ON build.id = run.build WHERE command = 'judgement';";

static enum exit_status make_1(struct history *h, struct diagnostic *d) {
    return history_script(h, version_1, d);
}

static enum exit_status make_2(struct history *h, struct diagnostic *d) {
    json_t *documents, *document;
    size_t i;
    bool is_new;
    enum exit_status status = history_documents_1(h, &documents, d);
    if (status == EXIT_PASSED)
        status = history_script(h, away_with_1, d);
    if (status == EXIT_PASSED)
        status = history_script(h, version_2, d);
    json_array_foreach(documents, i, document) {
        if (status == EXIT_PASSED)
            status = history_insert(h, document, &is_new, d);
    }
    json_decref(documents);
    return status;
}

enum exit_status history_migrate(struct history *h, struct diagnostic *d) {
    static enum exit_status (*const make[HISTORY_VERSION])(
        struct history *, struct diagnostic *) = {make_1, make_2};
    long long version;
    char mark[96];
    enum exit_status status = history_number(h, &version, d, "PRAGMA user_version", "");
    while (status == EXIT_PASSED && version < HISTORY_VERSION) {
        status = make[version](h, d);
        version++;
    }
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             HISTORY_APPLICATION, HISTORY_VERSION);
    return status == EXIT_PASSED ? history_script(h, mark, d) : status;
}
