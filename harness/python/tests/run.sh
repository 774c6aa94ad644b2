#!/bin/sh
# Runs the package's tests against a program, by the first python3 that has what they need.
#
#     run.sh PROGRAM
#
# SPDX-License-Identifier: BSD-2-Clause
cd "$(dirname "$0")/.." || exit 1
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy, pytest' 2>/dev/null; then
        HALFSTEP_PROGRAM=$1 HALFSTEP_CACHE='' PYTHONDONTWRITEBYTECODE=1 \
            exec "$python" -m pytest -q -p no:cacheprovider
    fi
done
echo 'skipped: no python3 with numpy and pytest here (apt-get install python3-numpy python3-pytest)'
exit 77
