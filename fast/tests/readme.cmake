# README.md's example, built by README.md's commands as they stand there: the library's sources,
# the C library and libm are all it takes, and each part's sources link with what its line adds
# to the command. Not optimised: the build has these sources optimised, and its tests what they
# come to. Needs COMPILER, ROOT (of the project) and FOLDER (to work in); OBJECTS is where the
# build has its own, or empty.
file(READ ${ROOT}/fast/README.md readme)
string(REGEX MATCH "```c\n(.*)\n```\n\nprints\n\n```\n([^`]*)\n```" found "${readme}")
if(NOT found)
  message(FATAL_ERROR "README.md has no example with what it prints")
endif()
set(printed "${CMAKE_MATCH_2}")
file(MAKE_DIRECTORY ${FOLDER})
file(WRITE ${FOLDER}/example.c "${CMAKE_MATCH_1}\n")

string(REGEX MATCH "\n    cc ([^\n]*) example\\.c ([^\n]*) -lm\n" found "${readme}")
if(NOT found)
  message(FATAL_ERROR "README.md has no command that builds the example")
endif()
set(flags "${CMAKE_MATCH_1}")
set(sources "${CMAKE_MATCH_2}")

string(REGEX MATCHALL "adds?[ \n]`[^`]*`" additions "${readme}")
list(LENGTH additions count)
if(NOT count EQUAL 2)
  message(FATAL_ERROR "README.md adds sources in ${count} places, not for joints and contacts")
endif()
list(TRANSFORM additions REPLACE "^[^`]*`([^`]*)`$" "\\1")
list(JOIN additions " " all_additions)

# Each source is read once for whatever command it stands in, and is compiled unless OBJECTS has what the build
# made of it. What looks for KLU is another thing without it.
set(object "'${FOLDER}'/$source.o")
set(compile "'${COMPILER}' ${flags} -Wall -Wextra -Wpedantic -Werror -O0")
execute_process(
  COMMAND sh -ec "all=$(ls ${sources} ${all_additions} | sort -u) known=
    another=$(grep -l FAST_HAS_KLU $all) || another=
    (cd '${FOLDER}' && mkdir -p $(dirname $all))
    for source in $all; do
      built='${OBJECTS}'/\"\${source#fast/}\".o
      case \"$another\" in *\"$source\"*) built= ;; esac
      if [ -f \"$built\" ]; then
        known=\"$known $source\"
        ln -sf \"$built\" ${object}
      else
        ${compile} -c $source -o ${object}
      fi
    done
    [ -z \"$known\" ] || ${compile} -fsyntax-only $known"
  WORKING_DIRECTORY ${ROOT} COMMAND_ERROR_IS_FATAL ANY)

# The command with `added` sources; it has to print what it should.
function(build_and_run added)
  execute_process(
    COMMAND sh -ec "for source in ${sources} ${added}; do set -- \"$@\" ${object}; done
      ${compile} '${FOLDER}/example.c' \"$@\" -lm -o '${FOLDER}/example'"
    WORKING_DIRECTORY ${ROOT} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${FOLDER}/example OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  if(NOT output STREQUAL "${printed}\n")
    message(FATAL_ERROR "the example prints\n${output}")
  endif()
endfunction()

build_and_run("")
foreach(addition IN LISTS additions)
  build_and_run("${addition}")
endforeach()
