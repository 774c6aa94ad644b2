
_halfstep() {
    local command=$words[2] option=$words[CURRENT-1] at=$words[(I)--method] method= name=
    local -a words_of_option
    if ((at > 0)); then
        method=$words[at+1]
    fi
    if ((CURRENT == 2)); then
        compadd -- $(_halfstep_commands) --help --version
    elif [[ $command == help ]]; then
        compadd -- $(_halfstep_commands)
    elif [[ $option == --option && $PREFIX == *=* ]]; then
        name=${PREFIX%%=*}
        compset -P '*='
        compadd -- $(_halfstep_values $method $name)
    elif [[ $option == --option ]]; then
        compadd -S = -- $(_halfstep_settings $method)
    elif [[ " $(_halfstep_valued $command) " == *" $option "* ]]; then
        words_of_option=($(_halfstep_words $command $option))
        if (($#words_of_option > 0)); then
            compadd -- $words_of_option
        else
            _files
        fi
    elif [[ $PREFIX == -* ]]; then
        compadd -- $(_halfstep_flags $command) $(_halfstep_valued $command)
    else
        compadd -- $(_halfstep_models)
        _files
    fi
}
_halfstep "$@"
