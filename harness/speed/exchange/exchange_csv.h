/* The columns of a history as a table. For the files of this folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EXCHANGE_CSV_H
#define HARNESS_EXCHANGE_CSV_H

/* Those before CSV_RUN_COLUMNS are of the value, the others of its run. */
enum csv_column {
    CSV_NAME,
    CSV_QUANTITY,
    CSV_UNIT,
    CSV_VALUE,
    CSV_LOW,
    CSV_HIGH,
    CSV_RUN_COLUMNS,
    CSV_COMMIT = CSV_RUN_COLUMNS,
    CSV_CHANGED,
    CSV_COMMITTED,
    CSV_TAKEN,
    CSV_MACHINE,
    CSV_CORES,
    CSV_SYSTEM,
    CSV_COMPILER,
    CSV_FLAGS,
    CSV_HALFSTEP,
    CSV_BASELINE,
    CSV_COLUMNS
};

/* Their names in the first line. */
extern const char *const csv_column_names[CSV_COLUMNS];

#endif
