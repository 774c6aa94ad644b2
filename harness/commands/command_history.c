/* halfstep history: measurements over the commits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>

#include "harness/commands/command_history.h"
#include "harness/session/use.h"
#include "harness/speed/exchange/exchange.h"
#include "harness/speed/history/series.h"

static const struct option_definition options[] = {
    OPTION("database", VALUE, "FILE", "where measurements are kept",
           .usual = "halfstep-history.sqlite"),
    OPTION("all", FLAG, NULL, "list: every series, not one of each benchmark",
           .of = "list"),
    OPTION("from", VALUE, "FORMAT",
           "import: google-benchmark, github-action-benchmark, bencher or csv",
           .word = exchange_read_format, .of = "import"),
    OPTION(
        "commit", VALUE, "ID",
        "import: of what was measured, where the file does not say it; export: of which",
        .of = "import export"),
    OPTION("committed", VALUE, "TIME", "import: when; 2026-11-21T22:15:00Z, or seconds",
           .of = "import"),
    OPTION("taken", VALUE, "TIME",
           "import: when it was measured (default: when the file was written)",
           .of = "import"),
    OPTION("machine", VALUE, "NAME", "import: on which machine", .of = "import"),
    OPTION("compiler", VALUE, "NAME", "import: by which compiler", .of = "import"),
    OPTION("flags", VALUE, "TEXT", "import: with which flags", .of = "import"),
    OPTION("as", VALUE, "FORMAT", "export: a format of --from, or json-lines",
           .word = exchange_format, .of = "export"),
    OPTION("out", VALUE, "PLACE",
           "export: the file; list and show: a report's folder: page, figures, tables",
           .of = "export list show"),
    OPTION("seed", VALUE, "N", "of E-divisive's permutations", .read = option_whole,
           .least = 0, .most = 1e9, .usual = "1", .of = "list show judge"),
    OPTION("wait", VALUE, "SECONDS", "for other writers", .read = option_number,
           .most = 86400, .usual = "30"),
    OPTION("json", FLAG, NULL, "print one JSON document",
           .of = "list show add import check"),
    OPTION("csv", FLAG, NULL,
           "list and show: print every point of the series as comma-separated values",
           .of = "list show"),
    OPTION_SCHEMA,
    OPTIONS_END,
};

static const struct command_use uses[] = {
    {"list", USE_BY_WORD, 0, 0, "", history_command_list, NULL, &series_document_record},
    {"show", USE_BY_WORD, 1, 1, "SERIES", history_command_show, NULL,
     &series_document_record},
    {"add", USE_BY_WORD, 1, INT_MAX, "FILE...", history_command_add, NULL,
     &history_added_record},
    {"import", USE_BY_WORD, 1, 1, "FILE", history_command_import, NULL,
     &history_added_record},
    {"export", USE_BY_WORD, 0, 0, "", history_command_export, NULL, NULL},
    {"check", USE_BY_WORD, 0, 0, "", history_command_check, NULL, &history_check_record},
    {"judge", USE_BY_WORD, 3, 3, "SERIES COMMIT TEXT", history_command_judge, NULL, NULL},
    {.name = NULL},
};

const struct command command_history = {
    "history",
    "[list [--all] | show SERIES] [--json | --csv] [--out DIR] | add FILE... | import "
    "--from "
    "FORMAT FILE | export --as FORMAT [--commit ID] [--out FILE] | check | judge SERIES "
    "COMMIT TEXT [--database FILE]",
    "Keep measurements over the commits, and find where they changed",
    "Without a word the series are listed. FILE has what timing --json or compare "
    "--json\n"
    "printed. SERIES is a benchmark's name, with or without /QUANTITY; '*' and '?' "
    "stand\n"
    "for any characters. What is added is there as a whole or not at all.\n",
    "history add timing.json\n"
    "history check\n",
    options,
    NULL,
    false,
    uses,
    NULL,
};
