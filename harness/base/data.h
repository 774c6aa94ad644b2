/* Where the files are that the program needs besides itself.
 *
 * Installed, data lie in PREFIX/share/halfstep and the programs that it starts in
 * PREFIX/libexec/halfstep. PREFIX follows from where the running program is, so an installation
 * may be moved as a whole. A program that stands in no such place has the files of its build.
 * The environment variable HALFSTEP_DATA names another folder with data.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_DATA_H
#define HARNESS_DATA_H

enum data_file {
    DATA_MODELS,     /* the folder of the catalogue */
    DATA_TRUTHS,     /* the folder of its certified truths */
    DATA_ORIGINALS,  /* recorded runs of the original */
    DATA_PINNED,     /* pinned runs */
    DATA_DETECTION,  /* the detection score */
    DATA_PEERS,      /* the folder of the peers that are Python programs */
    DATA_SIMBODY,    /* the library that binds Simbody */
    DATA_ENGINES,    /* the folder of the adapters of engines */
    DATA_PAGES,      /* the program that makes pages */
    DATA_BENCHMARK,  /* the program that measures */
    DATA_BENCHMARKS, /* the folder of the libraries of benchmarks */
    DATA_COUNT
};

/* A path is shorter. */
enum { DATA_PATH = 4096 };

/* Its path, static text. Whether it is there is not asked. HALFSTEP_DATA is read at the first
 * call; any thread may make it. */
const char *data_path(enum data_file which);

#endif
