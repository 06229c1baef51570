# A runner for submissions in the shell's own language, written from docs/protocol.md alone.
#
# It uses nothing but what is built into the shell, for there is no other program in the sandbox.
# A submission defines a function. A board comes as two arguments, the moves and who began; any
# others come as they are written on the wire. The function leaves its answer, as the wire writes
# values, in the variable `answer`.

field() { # set `value` to the text in the field $1 of the message
    value=${line#*\"$1\":\"}
    value=${value%%\"*}
}

say() { printf '%s\n' "$1" >&4; }

load() {
    field function; wanted=$value
    field path
    . "$value"
    if [ "$(command -v "$wanted")" = "$wanted" ]; then
        say "{\"op\":\"loaded\",\"found\":[\"$wanted\"],\"names\":[]}"
    else
        say '{"op":"loaded","found":[],"names":[]}'
    fi
}

survey() {
    field path
    functions=
    while IFS= read -r text; do
        case $text in
            [a-z_]*'()'*) functions=$functions${functions:+,}\"${text%%'('*}\" ;;
        esac
    done <"$value"
    say "{\"op\":\"surveyed\",\"functions\":[$functions],\"others\":[],\"methods\":[],\"problem\":null}"
}

call() {
    field nonce; nonce=$value
    arguments=${line#*\"arguments\":}
    arguments=${arguments%\}}
    case $arguments in
        '[{"board":['*)
            value=${line#*\"board\":[\"}
            first=${value#*\",\"}
            set -- "${value%%\"*}" "${first%%\"*}" ;;
        *) set -- "$arguments" ;;
    esac
    answer=null
    if ! "$wanted" "$@"; then
        error='{"type":"failure","message":"it did not return 0","cut":0,"frames":[],"left_out":0'
        error="$error,\"own_line\":null,\"notes\":[],\"syntax\":null,\"errno\":null,\"by_hand\":true}"
        say "{\"op\":\"raised\",\"nonce\":\"$nonce\",\"errors\":[$error],\"memory\":false}"
        return
    fi
    say "{\"op\":\"returned\",\"nonce\":\"$nonce\",\"value\":$answer,\"board_changed\":false}"
}

say '{"op":"ready","version":3}'
while IFS= read -r line <&3; do
    case $line in
        '{"op":"load"'*) load ;;
        '{"op":"survey"'*) survey ;;
        '{"op":"call"'*) call ;;
    esac
done
