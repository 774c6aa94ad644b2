-- A history of version 1, as a program of that time would have left it: two machines, four
-- builds, three kernels, six comparisons with their samples, counters, hashes of code, and
-- three changes, two of them judged.
PRAGMA application_id = 1214344294;
PRAGMA user_version = 1;
PRAGMA foreign_keys = ON;
CREATE TABLE machine (id INTEGER PRIMARY KEY, cpu TEXT NOT NULL, cores INTEGER, tsc_hz REAL, kernel TEXT, libc TEXT, UNIQUE (cpu, cores, kernel, libc));
CREATE TABLE build   (id INTEGER PRIMARY KEY, commit_id TEXT NOT NULL, committed INTEGER NOT NULL, compiler TEXT NOT NULL, flags TEXT NOT NULL, UNIQUE (commit_id, compiler, flags));
CREATE TABLE kernel  (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, unit TEXT NOT NULL DEFAULT 'step');
CREATE TABLE code    (build INTEGER NOT NULL REFERENCES build, kernel INTEGER NOT NULL REFERENCES kernel, hash TEXT NOT NULL, PRIMARY KEY (build, kernel));
CREATE TABLE counter (build INTEGER NOT NULL REFERENCES build, kernel INTEGER NOT NULL REFERENCES kernel, name TEXT NOT NULL, value INTEGER NOT NULL, tool TEXT NOT NULL, PRIMARY KEY (build, kernel, name, tool));
CREATE TABLE compare (id INTEGER PRIMARY KEY, machine INTEGER NOT NULL REFERENCES machine, kernel INTEGER NOT NULL REFERENCES kernel,
  old INTEGER NOT NULL REFERENCES build, new INTEGER NOT NULL REFERENCES build, kind TEXT NOT NULL CHECK (kind IN ('parent','anchor','self','injected')),
  started INTEGER NOT NULL, seed INTEGER NOT NULL, processes INTEGER NOT NULL, blocks INTEGER NOT NULL, ratio REAL NOT NULL, half REAL NOT NULL, scale REAL NOT NULL,
  mde REAL NOT NULL, verdict TEXT NOT NULL CHECK (verdict IN ('equal','slower','faster','unclear')), load1 REAL, steal REAL, rule TEXT NOT NULL);
CREATE TABLE sample  (compare INTEGER NOT NULL REFERENCES compare, process INTEGER NOT NULL, pad_old INTEGER, pad_new INTEGER, log_ratio REAL NOT NULL, ns_old REAL, ns_new REAL, ruler REAL, PRIMARY KEY (compare, process)) WITHOUT ROWID;
CREATE TABLE change  (kernel INTEGER NOT NULL REFERENCES kernel, machine INTEGER, series TEXT NOT NULL, build INTEGER NOT NULL REFERENCES build, size REAL NOT NULL, p REAL, method TEXT NOT NULL, judged TEXT, PRIMARY KEY (kernel, machine, series, build, method));
CREATE VIEW self_test AS SELECT machine, kernel, count(*) n, sum(verdict IN ('slower','faster')) alarms, sum(verdict = 'slower') slower, sum(verdict = 'faster') faster FROM compare WHERE kind = 'self' GROUP BY machine, kernel;

INSERT INTO machine VALUES (1, 'Xeon', 2, 2.6e9, 'Linux 6.1.0', 'glibc 2.36'), (2, 'Ryzen', 16, NULL, NULL, NULL);
INSERT INTO build VALUES
  (1, 'aaaa1111', 1760000000, 'gcc 12.2.0', '-O2'), (2, 'bbbb2222', 1760100000, 'gcc 12.2.0', '-O2'),
  (3, 'cccc3333', 1760200000, 'gcc 12.2.0', '-O2'), (4, 'dddd4444', 1760300000, 'Debian Clang 14.0.6', '-O2 -march=native');
INSERT INTO kernel VALUES (1, 'euler_sin', 'step'), (2, 'lu16', 'call'), (3, 'tridiagonal, "n" = 1000', 'call');
INSERT INTO code VALUES (1, 1, 'c0ffee01'), (2, 1, 'c0ffee01'), (3, 1, 'c0ffee02');
INSERT INTO counter VALUES (1, 1, 'instructions', 3468217, 'callgrind 3.19'), (1, 2, 'instructions', 9488736, 'callgrind 3.19'),
  (1, 2, 'factorizations', 12, 'own'), (2, 2, 'instructions', 9534901, 'callgrind 3.19'), (2, 2, 'instructions', 9534903, 'callgrind 3.20');
INSERT INTO compare VALUES
  (1, 1, 1, 1, 2, 'anchor',   1760100600, 71, 3, 128, 1.0009765625, 0.0004, 0.00011, 0.0053, 'equal',   1.9, 0.001, 'paired, delta 0.01'),
  (2, 1, 2, 1, 2, 'anchor',   1760100700, 72, 2, 128, 1.0106,       0.0027, 0.0031,  0.0113, 'slower',  1.9, 0.001, 'paired, delta 0.01'),
  (3, 1, 2, 2, 3, 'parent',   1760200700, 73, 1, 128, 0.9881,       0.0025, 0.0030,  0.0111, 'faster',  NULL, NULL, 'paired, delta 0.01'),
  (4, 1, 2, 1, 1, 'self',     1760200800, 74, 1, 128, 1.0001,       0.0025, 0.0030,  0.0111, 'equal',   0.7, 0.0,   'paired, delta 0.01'),
  (5, 1, 2, 1, 1, 'injected', 1760200900, 75, 1, 128, 1.0101,       0.0025, 0.0030,  0.0111, 'slower',  0.7, 0.0,   'paired, delta 0.01'),
  (6, 2, 3, 1, 4, 'anchor',   1760300900, 76, 1, 128, 0.9913,       0.0925, 0.0830,  0.0411, 'unclear', 8.7, 0.12,  'paired, delta 0.01');
INSERT INTO sample VALUES (1, 0, 0, 16, 0.00097608597, 52.0123456789012345, 52.06, 0.99), (1, 1, 16, 32, 0.1, 51.5, 56.9, 0.98), (1, 2, NULL, NULL, -0.0001220703125, NULL, NULL, NULL),
  (2, 0, 0, 0, 0.0105, 1380.1, 1394.7, 1.0), (2, 1, 32, 48, 0.0106, 1380.4, 1395.1, 1.0), (3, 0, 0, 0, -0.012, NULL, NULL, NULL),
  (4, 0, 0, 0, 0.0001, NULL, NULL, NULL), (5, 0, 0, 0, 0.0101, NULL, NULL, NULL), (6, 0, 0, 0, -0.0087, NULL, NULL, NULL);
INSERT INTO change VALUES (2, 1, 'ratio', 2, 0.0106, 0.001, 'L1', 'accepted: pivoting made safe'), (2, 1, 'ratio', 3, -0.0119, NULL, 'L1', NULL),
  (1, NULL, 'instructions', 3, 0.02, NULL, 'exact', 'a new sine');
