/* The schema of a history, which SCHEMA.md explains.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "harness/speed/history/history.h"
#include "harness/speed/history/history_sql.h"

static const char schema[] =
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

void history_lay_out(struct history *h) {
    char mark[96];
    history_script(h, schema);
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
             HISTORY_APPLICATION, HISTORY_VERSION);
    history_script(h, mark);
}
