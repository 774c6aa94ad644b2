
_halfstep() {
    local command=$words[2] option=$words[CURRENT-1] at=$words[(I)--method] method= name=
    if ((at > 0)); then
        method=$words[at+1]
    fi
    if ((CURRENT == 2)); then
        compadd -- $(_halfstep_commands) --help --version
    elif [[ $command == help ]]; then
        compadd -- $(_halfstep_commands)
    elif [[ $option == --method ]]; then
        compadd -- $(_halfstep_methods)
    elif [[ $option == --option && $PREFIX == *=* ]]; then
        name=${PREFIX%%=*}
        compset -P '*='
        compadd -- $(_halfstep_values $method $name)
    elif [[ $option == --option ]]; then
        compadd -S = -- $(_halfstep_settings $method)
    elif [[ " $(_halfstep_valued $command) " == *" $option "* ]]; then
        _files
    elif [[ $PREFIX == -* ]]; then
        compadd -- $(_halfstep_flags $command) $(_halfstep_valued $command)
    else
        compadd -- $(_halfstep_models)
        _files
    fi
}
_halfstep "$@"
