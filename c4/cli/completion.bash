_c4_completion() {
    local IFS=$'\n' kind word about
    COMPREPLY=()
    while IFS=$'\t' read -r kind word about; do
        case $kind in
            plain) COMPREPLY+=("$word") ;;
            open) COMPREPLY+=("$word"); compopt -o nospace ;;
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
        esac
    done < <(COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD _C4_COMPLETE=bash_complete "$1")
}
complete -o nosort -F _c4_completion c4
