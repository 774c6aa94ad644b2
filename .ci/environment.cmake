# What programs obey of their caller's environment is not meant for the tests, which inherit it from ctest:
# other data or another program, a narrow screen, the repository of a commit that is being made.
#
# SPDX-License-Identifier: BSD-2-Clause
foreach(name HALFSTEP_DATA HALFSTEP_PROGRAM COLUMNS GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE)
  unset(ENV{${name}})
endforeach()
